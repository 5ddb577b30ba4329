// Runs that were left: what becomes a branch and what it is called, the way to each and back, and that none is lost.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Branch } from '../../src/model/branch';
import { Store } from '../../src/model/store';
import { type Faults, fakeRoom, firstPosition } from '../fixtures/fake_engine';

let frames: ((now: number) => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (work: (now: number) => void) => frames.push(work));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

function opened(faults: Faults = {}): Store {
  const store = new Store(fakeRoom(faults), () => {});
  store.open(null);
  return store;
}

const at = (store: Store) => (store.state.shown?.position ?? 0) - firstPosition;
const go = (store: Store, step: number) => store.send({ want: 'go', position: firstPosition + step });
const act = (store: Store, line: string) => store.send({ want: 'act', line });
const pause = (store: Store) => store.send({ want: 'pause' });
const words = ({ title, act }: Branch) => title ?? act?.line ?? 'as told';
const others = ({ state: { branches, branch } }: Store) => branches.filter(({ id }) => id !== branch).map(words);
const here = ({ state: { branches, branch } }: Store) => branches.filter(({ id }) => id === branch).map(words)[0];
const goTo = (store: Store, name: string) =>
  store.send({ want: 'return-to', branch: store.state.branches.find((one) => words(one) === name)?.id ?? -1 });

describe('acting in the past', () => {
  it('parts the run: the old future keeps its name, the new one has that of the act', () => {
    const store = opened();
    go(store, 2);
    act(store, 'crash b1');
    expect([here(store), others(store)]).toEqual(['crash b1', ['as told']]);
    const [told, crashed] = store.state.branches;
    expect(told?.parted).toBeNull();
    expect(crashed?.parted).toEqual({ from: told?.id, position: firstPosition + 2, time: 4_000 });
    pause(store);
    go(store, 1);
    act(store, 'cut b1-b2');
    expect([here(store), others(store)]).toEqual(['cut b1-b2', ['as told', 'crash b1']]);
  });

  it('keeps no future that nobody wrote or saw', () => {
    const store = opened();
    store.send({ want: 'end' });
    act(store, 'crash b1');
    pause(store);
    act(store, 'start b1');
    expect([here(store), others(store)]).toEqual(['crash b1', []]);
    expect(store.state.branches[0]?.more).toBe(1);
  });

  it('leaves everything as it was when there is a mistake in it', () => {
    const store = opened();
    const told = store.storyText;
    act(store, 'crash b9');
    expect([here(store), others(store), store.storyText]).toEqual(['as told', [], told]);
  });
});

describe('going to another run', () => {
  it('keeps the time: one sees the same moment of both, there and back', () => {
    const store = opened();
    const told = store.storyText;
    go(store, 1);
    act(store, 'crash b1');
    pause(store);
    const crashed = store.storyText;
    const place = [at(store), store.state.shown?.time];
    expect(store.state.branches.find(({ id }) => id === store.state.compared)?.act).toBeNull();
    goTo(store, 'as told');
    expect([here(store), others(store), store.storyText]).toEqual(['as told', ['crash b1'], told]);
    expect(store.state.shown?.time).toBe(place[1]);
    goTo(store, 'crash b1');
    expect([here(store), others(store), store.storyText]).toEqual(['crash b1', ['as told'], crashed]);
    expect([at(store), store.state.shown?.time]).toEqual(place);
  });

  it('before they part stands at the same position of both', () => {
    const store = opened();
    go(store, 4);
    act(store, 'crash b1');
    pause(store);
    go(store, 3);
    goTo(store, 'as told');
    expect(at(store)).toBe(3);
    go(store, 2);
    goTo(store, 'crash b1');
    expect(at(store)).toBe(2);
  });

  it('wakes one that was left long ago, with everything that was done in it', () => {
    const store = opened();
    const texts = new Map<string, string | null>();
    for (const step of [1, 2, 3, 4, 5]) {
      go(store, 0);
      goTo(store, 'as told');
      go(store, step - 1);
      act(store, `crash b${step}`);
      pause(store);
      texts.set(`crash b${step}`, store.storyText);
    }
    expect(others(store)).toHaveLength(5);
    for (const [name, text] of texts) {
      goTo(store, name);
      expect(store.storyText).toBe(text);
    }
  });
});

describe('nothing is lost', () => {
  it('when another story is opened and one comes back', () => {
    const store = opened();
    go(store, 2);
    act(store, 'crash b1');
    pause(store);
    const crashed = store.storyText;
    store.open({ name: 'another' });
    expect([store.state.story?.name, here(store), others(store)]).toEqual([
      'another',
      'as told',
      ['as told', 'crash b1'],
    ]);
    store.open({ name: 'the_life_of_a_batch' });
    expect([here(store), others(store), at(store)]).toEqual(['as told', ['crash b1'], 0]);
    goTo(store, 'crash b1');
    expect(store.storyText).toBe(crashed);
    store.open({ name: 'another' });
    goTo(store, 'crash b1');
    expect([store.state.story?.name, store.storyText]).toEqual(['the_life_of_a_batch', crashed]);
  });

  it('when a story is opened that is broken', () => {
    const store = opened();
    act(store, 'crash b1');
    pause(store);
    store.open({ text: 'crash b9' });
    expect(store.state.trouble?.kind).toBe('story-broken');
    store.send({ want: 'way-on' });
    expect(others(store)).toContain('crash b1');
  });

  it('when the engine stops on a mistake of ours', () => {
    const faults: Faults = {};
    const store = opened(faults);
    go(store, 2);
    act(store, 'crash b1');
    pause(store);
    const crashed = store.storyText;
    goTo(store, 'as told');
    go(store, 1);
    faults.trapOnce = 'act';
    act(store, 'crash b2');
    expect(store.state.trouble?.kind).toBe('engine-stopped');
    expect([here(store), others(store), at(store)]).toEqual(['as told', ['crash b1'], 1]);
    goTo(store, 'crash b1');
    expect(store.storyText).toBe(crashed);
  });
});

describe('a name', () => {
  it('may be given, and given up again', () => {
    const store = opened();
    act(store, 'crash b1');
    const { branch } = store.state;
    store.send({ want: 'rename', branch: branch ?? -1, title: '  What if it crashed?  ' });
    expect(here(store)).toBe('What if it crashed?');
    store.send({ want: 'rename', branch: branch ?? -1, title: '' });
    expect(here(store)).toBe('crash b1');
  });
});
