// What the page knows: written by the store alone, read by every panel.

import type { Question } from '../engine/engine';
import type { Because, Board, Caption, Happened, StoryError, StoryListing } from '../engine/view';
import type { Trouble } from '../text/trouble';
import type { Draft, Tab } from './intent';
import type { Pace } from './pacing';
import type { Direction } from './playback';
import type { Telling } from './telling';
import type { Thing } from './thing';

export interface StoryHead {
  /** None for a story written into the page. */
  name: string | null;
  title: string;
  summary: string;
}

/** What is on screen of the run; there is none before the engine is there and when the story is broken. */
export interface Shown extends Telling {
  board: Board;
  position: number;
  /** µs, between the time of this position and that of the next. */
  time: number;
  /** How far along the course. */
  wall: number;
  caption: Pick<Caption, 'headline' | 'text'> | null;
  focus: string[];
  happened: Happened[];
  question: Question | null;
  chain: Because[];
  next: 'step' | 'story' | 'play-on';
}

export interface State {
  stories: StoryListing[];
  story: StoryHead | null;
  shown: Shown | null;
  trouble: Trouble | null;
  playing: Direction | null;
  pace: Pace;
  /** A wait that is being passed over, in µs. */
  folded: number | null;
  nothingScheduled: boolean;
  touched: boolean;
  selected: Thing | null;
  openPartition: string | null;
  draft: Draft;
  draftError: StoryError | null;
  tab: Tab;
  helpOpen: boolean;
  idleMessages: boolean;
  reducedMotion: boolean;
  /** For the live region: changes on step, pause and stop only. */
  spoken: string;
}

export const initialState: State = {
  stories: [],
  story: null,
  shown: null,
  trouble: null,
  playing: null,
  pace: { kind: 'event', speed: 1 },
  folded: null,
  nothingScheduled: false,
  touched: false,
  selected: null,
  openPartition: null,
  draft: { topic: '', key: '', value: '', partition: 'auto', acks: 'all' },
  draftError: null,
  tab: 'happened',
  helpOpen: false,
  idleMessages: false,
  reducedMotion: false,
  spoken: '',
};
