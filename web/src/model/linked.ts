// What a link says: inputs, never state. Whoever opens it plays the same story, does in it what was done, and looks at the
// same moment.

import type { Timeline } from '../engine/timeline';
import type { StoryError } from '../engine/view';
import type { TroubleText } from '../text/trouble';
import type { Pace } from './pacing';
import type { StoryHead } from './state';
import type { Thing } from './thing';

/** A story of the engine with the hash of its text, or a text. */
export type LinkedStory = { name: string; hash: string } | { text: string };

/** A moment: µs since the story's begin, and which of the positions that share it. */
export interface LinkedPlace {
  time: number;
  /** So many positions of that very time come after it. */
  back: number;
  /** The caption that begins there: its place when another engine takes its own time. */
  caption: string | null;
}

export interface Linked {
  /** Version of the engine that made it. */
  engine: string;
  /** Outcome digest at the moment: 16 hex digits. */
  outcome: string;
  story: LinkedStory;
  /** What was done by hand, as `Session.byHand` writes it. */
  byHand: string;
  at: LinkedPlace;
  selected: Thing | null;
  openPartition: string | null;
  pace: Pace | null;
  idleMessages: boolean;
  diskLayer: boolean;
}

/** A link whose story was found. */
export interface OpenedLink {
  linked: Linked;
  head: StoryHead;
  text: string;
  /** By this very engine, in this very story: only what comes out is still to be seen. */
  isAsMade: boolean;
  /** What there is to say once the outcome at the moment is known. */
  judge: (outcome: string) => TroubleText | null;
  /** What there is to say when the engine refuses the story, or when it comes to more work than a link is granted. */
  broken: (mistake: StoryError) => TroubleText;
}

/** Where a link leads in a run. Another engine may take its own time: then a caption is the better place. */
export function placeOf(
  { at, engine }: Linked,
  { begin, captions }: Timeline,
  version: string,
): { position: number | null; time: number } {
  const caption = engine === version ? undefined : captions.find(({ id }) => id === at.caption);
  return caption === undefined ? { position: null, time: begin.time + at.time } : caption;
}
