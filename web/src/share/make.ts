// What a link says of what is on screen.

import type { Engine } from '../engine/engine';
import type { Linked, LinkedStory } from '../model/linked';
import type { Run } from '../model/run';
import type { State } from '../model/state';
import type { Store } from '../model/store';
import { hash } from './hash';
import { writeLink } from './link';
import { TIME } from './link_v1';
import { PACKED } from './packed';

/** The link to what is on screen; nothing while there is none, or when it would be too long to be read. */
export async function makeLink(store: Store): Promise<string | null> {
  const linked = store.read((run, state) => linkedOf(run, state, store.engine));
  return linked === null ? null : written(linked);
}

/** The link to what stopped the engine: the run as far as it came, and in it what the engine was asked for then. */
export async function makeFaultLink(store: Store): Promise<string | null> {
  const { tried } = store;
  const linked = store.read((run, state) => {
    const linked = linkedOf(run, state, store.engine);
    if (linked === null || tried === null) return linked;
    const at = { ...linked.at, caption: null };
    if ('line' in tried) return { ...linked, at, byHand: run.byHandWith(tried) };
    return {
      ...linked,
      at: { ...at, time: Math.min(TIME, Math.floor(tried.until) - run.timeline.begin.time), back: 0 },
    };
  });
  return linked === null ? null : written(linked);
}

async function written(linked: Linked): Promise<string | null> {
  const link = await writeLink(linked);
  return link.length <= PACKED ? link : null;
}

export function linkedOf(run: Run, state: State, engine: Engine): Linked | null {
  const { shown, selected, openPartition, pace, idleMessages, diskLayer } = state;
  if (shown === null) return null;
  const { position, timeline } = shown;
  const { outcome, back } = run.outcomeAt(shown);
  return {
    engine: engine.engineVersion(),
    outcome,
    story: linkedStory(run, state, engine),
    byHand: run.byHand(),
    at: {
      time: Math.floor(shown.time) - timeline.begin.time,
      back,
      caption: timeline.captions.find((caption) => caption.position === position)?.id ?? null,
    },
    selected,
    openPartition,
    pace: pace.kind === 'event' && pace.speed === 1 ? null : pace,
    idleMessages,
    diskLayer,
  };
}

/** By its name as long as it is what the engine has under that name. */
function linkedStory({ story }: Run, state: State, engine: Engine): LinkedStory {
  const listing = state.stories.find(({ name }) => name === state.story?.name);
  const isListed = listing !== undefined && engine.storyText(listing.name) === story;
  return isListed ? { name: listing.name, hash: hash(story) } : { text: story };
}
