import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roomOf } from '../../src/engine/recorded';
import type { Reel } from '../../src/engine/reel';
import { closedBefore } from '../../src/model/console';
import { Store } from '../../src/model/store';
import { fakeRoom, firstPosition } from '../fixtures/fake_engine';
import { seen } from '../fixtures/seen';

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

function pass(frameCount = 4_000): void {
  for (let i = 0; i < frameCount && frames.length > 0; i++) {
    const due = frames;
    frames = [];
    now += 16;
    for (const work of due) work(now);
  }
}

/** The fake engine's story on a reel, without the position that is named. */
function reelWithout(missing: number | null): Reel {
  const { engine } = fakeRoom({});
  const [listing, next] = engine.stories();
  if (listing === undefined) throw new Error('the fake engine has a story');
  const session = engine.open(engine.storyText(listing.name));
  const timeline = session.timeline(0);
  const frames: Reel['frames'] = [];
  for (let position = timeline.begin.position; position <= timeline.end.position; position++) {
    const board = session.board(position, seen);
    const before = frames.at(-1);
    if (position === missing) {
      if (before !== undefined) before.lasts = board.time;
      continue;
    }
    const why = Object.fromEntries(
      board.partitions.map(({ name }) => [name, session.why({ kind: 'high-watermark', partition: name })]),
    );
    frames.push({ position, time: board.time, lasts: Number.POSITIVE_INFINITY, board, why });
  }
  const happened = session.happened(timeline.end.position, 1000);
  const lanes = session.lanes(new Float64Array(), 1, Uint32Array.from(timeline.partitions.keys()), new Uint32Array());
  const [kinds, text] = [engine.momentKinds(), session.text()];
  return {
    engine: '0',
    listing,
    next: next ?? null,
    text,
    hash: '0'.repeat(16),
    kinds,
    timeline,
    lanes,
    happened,
    frames,
  };
}

function opened(missing: number | null = null) {
  let wanted = 0;
  const chosen: string[] = [];
  const reel = reelWithout(missing);
  const engineWanted = () => {
    wanted += 1;
  };
  const store = new Store(roomOf(reel, [], { engineWanted, storyWanted: (name) => chosen.push(name) }), () => {});
  store.open({ name: reel.listing.name });
  return { store, wanted: () => wanted, chosen, room: fakeRoom({}) };
}

const at = (store: Store) => (store.state.shown?.position ?? 0) - firstPosition;

describe('while only the reel is there', () => {
  it('the story plays to its end and back without asking for the engine', () => {
    const { store, wanted } = opened();
    expect(store.state.shown?.chain).toHaveLength(1);
    store.send({ want: 'end' });
    const end = at(store);
    expect(end).toBeGreaterThan(4);
    store.send({ want: 'play', direction: 'backwards' });
    pass();
    expect(at(store)).toBe(0);
    store.send({ want: 'step', by: 1 });
    pass();
    expect(at(store)).toBe(1);
    expect(wanted()).toBe(0);
    expect(store.digest).toBeNull();
  });

  it('what is selected is shown, and asks for the engine', () => {
    const { store, wanted } = opened();
    store.send({ want: 'select', thing: { kind: 'broker', id: 1 } });
    expect(store.state.selected).toEqual({ kind: 'broker', id: 1 });
    expect(store.state.waiting).toBe(false);
    expect(wanted()).toBe(1);
  });

  it.each([
    [{ want: 'menu', target: { kind: 'broker', id: 1 } }],
    [{ want: 'produce' }],
    [{ want: 'step', by: 1 }],
    [{ want: 'go', position: firstPosition + 1 }],
    [{ want: 'console', of: closedBefore }],
  ] as const)('%o waits, and is done when the engine is there', (intent) => {
    const { store, wanted, room } = opened(firstPosition + 1);
    store.send(intent);
    expect(wanted()).toBe(1);
    expect(store.state.waiting).toBe(true);
    expect(at(store)).toBe(0);
    store.engineIsThere(room);
    expect(store.state.waiting).toBe(false);
    pass(60);
    expect({ ...store.state, at: at(store) }).toMatchObject(
      {
        menu: { menu: { target: { kind: 'broker', id: 1 } } },
        produce: { playing: 'forwards' },
        step: { at: 1 },
        go: { at: 1 },
        console: { console: { topic: null } },
      }[intent.want],
    );
  });

  it('another story is asked for by its name, and shown in the place of this one', () => {
    const { store, wanted, chosen, room } = opened();
    const listing = { name: 'another', title: 'Another', summary: '', group: null };
    store.send({ want: 'produce' });
    store.send({ want: 'story', listing });
    expect([chosen, wanted(), store.state.waiting]).toEqual([['another'], 1, true]);
    store.openIn(room, null);
    expect([store.state.waiting, store.state.playing, at(store)]).toEqual([false, null, 0]);
  });

  it('playing on beyond the end waits', () => {
    const { store, wanted, room } = opened();
    store.send({ want: 'end' });
    const end = at(store);
    store.send({ want: 'play', direction: 'forwards' });
    pass();
    expect([wanted(), store.state.waiting, at(store)]).toEqual([1, true, end]);
    store.engineIsThere(room);
    pass();
    expect(store.state.stopped).not.toBeNull();
  });

  it('a place that is not on the reel is found by the engine', () => {
    const { store, wanted, room } = opened(firstPosition + 2);
    store.open({ name: 'the_life_of_a_batch' }, '4ms');
    expect([at(store), wanted()]).toEqual([1, 1]);
    expect(store.state.shown?.time).toBeLessThan(4_000);
    store.engineIsThere(room);
    expect([at(store), store.state.shown?.time]).toEqual([2, 4_000]);
  });
});

describe('the engine takes over', () => {
  it('at the place that is shown, with all stories', () => {
    const { store, room } = opened();
    store.send({ want: 'moment', by: 1 });
    const { position, time, board } = store.state.shown ?? {};
    store.engineIsThere(room);
    expect(store.state.shown).toMatchObject({ position, time });
    expect(store.state.shown?.board).toEqual(board);
    expect(store.state.stories).toEqual(room.engine.stories());
    expect(store.digest).not.toBeNull();
  });

  it('not while the story plays', () => {
    const { store, room } = opened();
    store.send({ want: 'play', direction: 'forwards' });
    pass(5);
    store.engineIsThere(room);
    expect(store.digest).toBeNull();
    store.send({ want: 'pause' });
    expect(store.digest).not.toBeNull();
  });

  it('and is not there for good: what waited is told so, and can be tried again', () => {
    const { store, wanted, room } = opened();
    store.send({ want: 'produce' });
    store.engineIsMissing({ kind: 'engine-did-not-load', detail: 'x' });
    expect(store.state).toMatchObject({ waiting: false, trouble: { kind: 'engine-did-not-load' } });
    store.send({ want: 'moment', by: 1 });
    expect(at(store)).toBeGreaterThan(0);
    store.send({ want: 'way-on' });
    expect([store.state.trouble, wanted()]).toEqual([null, 2]);
    store.engineIsThere(room);
    expect(store.digest).not.toBeNull();
  });

  it('nothing is said of an engine that nobody has asked for', () => {
    const { store } = opened();
    store.engineIsMissing({ kind: 'no-webassembly' });
    expect(store.state.trouble).toBeNull();
  });
});
