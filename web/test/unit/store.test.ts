import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Branch } from '../../src/model/branch';
import { closedBefore } from '../../src/model/console';
import type { State } from '../../src/model/state';
import { Store } from '../../src/model/store';
import { type Faults, fakeRoom, firstPosition } from '../fixtures/fake_engine';

/** Wall time that passes only when a test says so. */
let frames: ((now: number) => void)[] = [];
let now = 0;

beforeEach(() => {
  frames = [];
  now = 0;
  vi.stubGlobal('requestAnimationFrame', (work: (now: number) => void) => frames.push(work));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Until nothing asks for a frame any more, or until something is so. */
function pass(enough: () => boolean = () => now > 200_000): void {
  while (frames.length > 0 && !enough()) {
    const due = frames;
    frames = [];
    now += 16;
    for (const work of due) work(now);
  }
}

function opened(faults: Faults = {}): { store: Store; states: State[] } {
  const states: State[] = [];
  const store = new Store(fakeRoom(faults), (state) => states.push(state));
  store.open(null);
  return { store, states };
}

const at = (store: Store) => (store.state.shown?.position ?? 0) - firstPosition;

describe('opening', () => {
  it('stands at the begin, paused, with the first why answered', () => {
    const { store } = opened();
    expect(at(store)).toBe(0);
    expect(store.state.playing).toBeNull();
    expect(store.state.shown?.question).toEqual({ kind: 'high-watermark', partition: 'orders.placed-0' });
    expect(store.state.shown?.chain).toHaveLength(1);
  });

  it.each([
    ['4ms', 2],
    ['0.0055s', 3],
    ['pulled', 3],
    ['nonsense', 0],
  ])('at="%s" stands at step %d', (where, step) => {
    const { store } = opened();
    store.open({ name: 'the_life_of_a_batch' }, where);
    expect(at(store)).toBe(step);
  });

  it('says what is wrong with a story, or that there is none of that name', () => {
    const { store } = opened();
    store.open({ text: 'crash b9' });
    expect(store.state.trouble).toEqual({
      kind: 'story-broken',
      message: 'line 1, column 7: unknown broker b9; this cluster has b1, b2, b3.',
    });
    store.open({ name: 'nowhere' });
    expect(store.state.trouble).toMatchObject({ kind: 'story-unknown', name: 'nowhere' });
    store.send({ want: 'way-on' });
    expect(store.state.trouble).toBeNull();
    expect(at(store)).toBe(0);
  });
});

/** The runs that are not on screen. */
const others = ({ branches, branch }: State) => branches.filter(({ id }) => id !== branch).map(inWords);
const inWords = ({ act, more }: Branch) =>
  act === null ? 'as told' : `${act.line}${more === 0 ? '' : ` and ${more} more`}`;

describe('undoing', () => {
  const undone = ({ state, storyText }: Store) => ({
    text: storyText,
    branches: others(state),
    redo: state.branches.filter(({ id }) => id === state.undone).map(inWords)[0] ?? null,
  });

  it('goes to just before the last act, brings back what was there, and keeps what was undone', () => {
    const { store } = opened();
    const told = store.storyText;
    store.send({ want: 'go', position: firstPosition + 2 });
    store.send({ want: 'act', line: 'crash b1' });
    pass();
    store.send({ want: 'undo' });
    expect(at(store)).toBe(2);
    expect(undone(store)).toEqual({ text: told, branches: ['crash b1'], redo: 'crash b1' });
    store.send({ want: 'undo' });
    expect(undone(store).text).toBe(told);
  });

  it('goes back act by act, and on again', () => {
    const { store } = opened();
    for (const line of ['crash b1', 'crash b2', 'start b1']) {
      store.send({ want: 'act', line });
      pass();
    }
    const whole = store.storyText;
    store.send({ want: 'undo' });
    store.send({ want: 'undo' });
    expect(undone(store)).toMatchObject({ branches: ['as told', 'crash b1 and 2 more'] });
    expect(store.storyText?.split('\n').slice(1)).toEqual(['crash b1']);
    store.send({ want: 'redo' });
    expect(store.storyText?.split('\n').slice(1)).toEqual(['crash b1', 'crash b2']);
    store.send({ want: 'redo' });
    expect(store.storyText).toBe(whole);
    expect(store.state.undone).toBeNull();
    store.send({ want: 'redo' });
    expect(store.storyText).toBe(whole);
  });

  it('after another act there is nothing to do again, and nothing is lost', () => {
    const { store } = opened();
    store.send({ want: 'act', line: 'crash b1' });
    pass();
    store.send({ want: 'undo' });
    store.send({ want: 'act', line: 'crash b2' });
    expect(store.state.undone).toBeNull();
    expect(others(store.state)).toEqual(['as told', 'crash b1']);
  });
});

describe('selecting several', () => {
  const [b1, b2] = ([1, 2] as const).map((id) => ({ kind: 'broker', id }) as const);
  const p0 = { kind: 'partition', name: 'orders.placed-0' } as const;

  it('adds processes one by one, and takes them away again', () => {
    const { store } = opened();
    store.send({ want: 'select', thing: b1 ?? null });
    store.send({ want: 'select', thing: b2 ?? null, add: true });
    expect([store.state.selected, store.state.also]).toEqual([b1, [b2]]);
    store.send({ want: 'menu', target: b2 ?? null });
    expect(store.state.menu?.target).toEqual({ kind: 'several', nodes: ['b1', 'b2'] });
    expect(store.state.also).toEqual([b2]);
    store.send({ want: 'select', thing: b1 ?? null, add: true });
    expect([store.state.selected, store.state.also]).toEqual([b2, []]);
  });

  it('selects anything else alone, and another thing in place of all', () => {
    const { store } = opened();
    store.send({ want: 'select', thing: b1 ?? null });
    store.send({ want: 'select', thing: p0, add: true });
    expect([store.state.selected, store.state.also]).toEqual([p0, []]);
    store.send({ want: 'select', thing: b1 ?? null });
    store.send({ want: 'select', thing: b2 ?? null, add: true });
    store.send({ want: 'select', thing: b1 ?? null });
    expect([store.state.selected, store.state.also]).toEqual([b1, []]);
  });
});

describe('acting by a menu', () => {
  const b1 = { kind: 'broker', id: 1 } as const;

  it('time stands while a menu is open, and goes on once it is done', () => {
    const { store } = opened();
    store.send({ want: 'play', direction: 'forwards' });
    store.send({ want: 'menu', target: b1 });
    expect(store.state.playing).toBeNull();
    expect(store.state.selected).toEqual(b1);
    store.send({ want: 'act', line: 'crash b1' });
    expect(store.state.menu).toBeNull();
    expect(store.state.playing).toBe('forwards');
    expect(store.storyText).toContain('crash b1');
  });

  it('a mistake stays with its menu, and what was entered too', () => {
    const { store } = opened();
    store.send({ want: 'menu', target: b1 });
    store.send({ want: 'offer', key: 'x' });
    store.send({ want: 'enter', key: 'x | by', value: 'soon' });
    store.send({ want: 'act', line: 'crash b9' });
    expect(store.state.menu).toMatchObject({ offer: 'x', error: { code: 'unknown-broker' } });
    store.send({ want: 'menu', target: null });
    expect(store.state.entered).toEqual({ 'x | by': 'soon' });
    expect(others(store.state)).toEqual([]);
  });

  it('describes in the console while it is open', () => {
    const { store } = opened();
    expect(store.state.shown?.printed).toBeNull();
    store.send({ want: 'console', of: { ...closedBefore, topic: 't' } });
    expect(store.state.shown?.printed?.[0]?.output).toMatch(/^Topic: t\t/);
    store.send({ want: 'close-console' });
    expect(store.state.shown?.printed).toBeNull();
  });

  it('answers another question until something else is selected', () => {
    const { store } = opened();
    store.send({ want: 'ask', question: { kind: 'high-watermark', partition: 'orders.placed-1' } });
    expect(store.state.shown?.question).toEqual({ kind: 'high-watermark', partition: 'orders.placed-1' });
    store.send({ want: 'select', thing: null });
    expect(store.state.shown?.question).toEqual({ kind: 'high-watermark', partition: 'orders.placed-0' });
  });
});

describe('playing', () => {
  it('goes to the end and back to the begin', () => {
    const { store } = opened();
    const digest = store.digest;
    store.send({ want: 'play', direction: 'forwards' });
    pass(() => at(store) === 6);
    expect(at(store)).toBe(6);
    store.send({ want: 'play', direction: 'backwards' });
    pass();
    expect(at(store)).toBe(0);
    expect(store.digest).toBe(digest);
    expect(store.state.playing).toBeNull();
  });

  it('shows every step once on the way, in order', () => {
    const { store, states } = opened();
    store.send({ want: 'play', direction: 'forwards' });
    pass(() => at(store) === 6);
    const seen = [...new Set(states.map(({ shown }) => (shown?.position ?? firstPosition) - firstPosition))];
    expect(seen.filter((step) => step <= 6)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('says how long a wait is that it passes over', () => {
    const { store, states } = opened();
    store.send({ want: 'play', direction: 'forwards' });
    pass(() => at(store) === 6);
    const folds = new Set(states.flatMap(({ passing }) => passing?.fold ?? []));
    expect([...folds]).toEqual([22_931_000 - 7_000 - 7_000]);
  });

  it('looks six minutes ahead, then stops and says so', () => {
    const { store } = opened();
    store.send({ want: 'play', direction: 'forwards' });
    pass();
    expect(store.state.stopped).toMatchObject({ looked: 360_000_000, at: store.state.shown?.time });
    expect(store.state.playing).toBeNull();
    expect(at(store)).toBe(6);
  });

  it('jumps between anchors where motion is not wanted', () => {
    const { store, states } = opened();
    store.setReducedMotion(true);
    store.send({ want: 'play', direction: 'forwards' });
    pass(() => at(store) === 6);
    const times = new Set(states.flatMap(({ shown }) => (shown === null ? [] : [shown.time])));
    expect([...times].filter((time) => time < 7_000)).toEqual([0, 3_000, 4_000, 5_000, 6_000]);
  });
});

describe('next', () => {
  it('plays from caption to caption', () => {
    const { store } = opened();
    const stops: number[] = [];
    for (let i = 0; i < 3; i++) {
      store.send({ want: 'next' });
      pass();
      stops.push(at(store));
    }
    expect(stops).toEqual([2, 3, 5]);
  });

  it('jumps there when it is wanted again on the way', () => {
    const { store } = opened();
    store.send({ want: 'next' });
    pass(() => now > 200);
    store.send({ want: 'next' });
    expect(at(store)).toBe(2);
    expect(store.state.playing).toBeNull();
  });

  it('offers the next story when this one is told', () => {
    const { store } = opened();
    store.send({ want: 'end' });
    expect(store.state.shown?.next).toBe('story');
    store.send({ want: 'next' });
    expect(store.state.story?.name).toBe('another');
  });
});

describe('stepping', () => {
  it('moves one position and speaks', () => {
    const { store } = opened();
    store.send({ want: 'step', by: 1 });
    expect(store.state.spoken).toBe('');
    pass();
    expect(at(store)).toBe(1);
    expect(store.state.spoken).toContain('order-service sent 3 records to broker 1 with acks=all.');
    store.send({ want: 'step', by: -1 });
    expect(at(store)).toBe(0);
    store.send({ want: 'step', by: -1 });
    expect(at(store)).toBe(0);
  });

  it('plays on when there is no further step yet', () => {
    const { store } = opened();
    store.send({ want: 'end' });
    store.send({ want: 'step', by: 1 });
    pass();
    expect(at(store)).toBe(7);
  });
});

describe('acting', () => {
  it('sends the draft as a story line and plays on until it is answered', () => {
    const { store } = opened();
    store.send({ want: 'draft', change: { key: 'ord-7', value: 'x y', partition: 0, acks: '1' } });
    store.send({ want: 'produce' });
    pass();
    expect(store.storyText).toContain(
      'produce orders.placed key=ord-7 value="x y" partition=0 acks=1 from=order-service',
    );
    expect(store.state.shown?.happened.map(({ event }) => event.kind)).toEqual(['acted', 'acknowledged']);
    expect(store.state.draft.key).toBe('ord-8');
  });

  it('keeps what was typed when the line is refused, and says why', () => {
    const { store } = opened();
    store.send({ want: 'draft', change: { key: 'b9' } });
    store.send({ want: 'produce' });
    expect(store.state.draftError?.message).toContain('unknown broker b9');
    expect(store.state.draft.key).toBe('b9');
    store.send({ want: 'draft', change: { key: 'b1' } });
    expect(store.state.draftError).toBeNull();
  });
});

describe('when the engine stops on a mistake of its own', () => {
  it('the run is built again with the acts before, and the page says so', () => {
    const { store } = opened({ trapOnce: 'run-on' });
    store.send({ want: 'produce' });
    const before = store.storyText;
    pass();
    expect(store.state.trouble).toMatchObject({ kind: 'engine-stopped', rebuilt: firstPosition + 1 });
    expect(store.storyText).toBe(before);
    expect(store.state.shown).not.toBeNull();
    store.send({ want: 'play', direction: 'forwards' });
    pass();
    expect(store.state.shown?.happened.at(-1)?.event.kind).toBe('acknowledged');
  });

  it('an act that stopped it is left out', () => {
    const { store } = opened({ trapOnce: 'act' });
    store.send({ want: 'produce' });
    expect(store.state.trouble).toMatchObject({ kind: 'engine-stopped' });
    expect(store.storyText).not.toContain('produce');
  });
});
