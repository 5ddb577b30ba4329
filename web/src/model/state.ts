// What the page knows: written by the store alone, read by every panel.

import type { Question } from '../engine/engine';
import type {
  Board,
  Caption,
  Cause,
  CommandListing,
  ConfigView,
  EventRule,
  Happened,
  Lanes,
  Ledger,
  MetricView,
  Printed,
  RuleListing,
  StoryError,
  StoryListing,
} from '../engine/view';
import type { Trouble } from '../text/trouble';
import type { Stopped } from './beyond';
import type { Branch } from './branch';
import type { OpenConsole } from './console';
import type { Group } from './grouping';
import type { Draft, Place, Tab } from './intent';
import type { Rows } from './lanes';
import type { OpenLedger } from './ledger';
import type { Entered } from './menu';
import type { Pace } from './pacing';
import type { Direction } from './playback';
import type { Target } from './target';
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
  /** The partitions that the time line shows, and how they fared. */
  rows: Rows;
  lanes: Lanes;
  caption: Pick<Caption, 'headline' | 'text'> | null;
  focus: string[];
  happened: Happened[];
  question: Question | null;
  chain: Cause[];
  /** Of the selected broker or controller. */
  metrics: MetricView[];
  /** What the console prints; none while it is closed. */
  printed: Printed[] | null;
  /** None while it is closed. */
  ledger: Ledger | null;
  /** The partition that the key of the draft leads to; none without a key. */
  aim: number | null;
  next: 'step' | 'story' | 'play-on';
}

/** A menu that is open. */
export interface OpenMenu {
  target: Target;
  at: Place | null;
  /** The entry whose form is shown. */
  offer: string | null;
  error: StoryError | null;
}

/** What is changed, and of settings whose. */
export interface Editing {
  tab: 'settings' | 'rules' | 'story';
  of: ConfigOf | null;
}

/** Whose settings: `b1`, `orders.placed`, `order-service`; of topics the cluster-wide default when it is empty. */
export type ConfigOf = Pick<ConfigView, 'scope' | 'of'>;

export interface State {
  stories: StoryListing[];
  commands: CommandListing[];
  /** What a connection may be narrowed to. */
  purposes: string[];
  /** The rules that events follow, and those of them that can be switched off. */
  rules: { statement: EventRule[]; switches: RuleListing[] };
  story: StoryHead | null;
  shown: Shown | null;
  trouble: Trouble | null;
  /** After the engine stopped: an address that has it do the same again. It comes a little later. */
  faultLink: string | null;
  playing: Direction | null;
  pace: Pace;
  /** A wait that is being passed over, in µs; or moments that are shown as one. */
  passing: { fold: number | null; crowd: Group | null } | null;
  /** Playing has stopped at the end of the run, because nothing happens for a while. */
  stopped: Stopped | null;
  touched: boolean;
  selected: Thing | null;
  /** Brokers and controllers selected together with it, to act on all. */
  also: readonly Thing[];
  /** The next process that is chosen on the board is selected as well, instead of opening its menu. */
  adding: boolean;
  /** Asked instead of what the page would ask about the selection. */
  asked: Question | null;
  openPartition: string | null;
  /** The first of the other partitions that is in sight in the time line. */
  firstLane: number;
  /** Where there is little room: the lanes are shown. */
  lanesOpen: boolean;
  menu: OpenMenu | null;
  /** What was put into menus' forms; it stays when a menu closes. */
  entered: Entered;
  console: OpenConsole | null;
  /** The rule that is open, and beside what. */
  rule: { name: string; at: Place } | null;
  ledger: OpenLedger | null;
  /** The runs that one can go to, the one on screen among them. */
  branches: Branch[];
  /** The one on screen, and the one that was there last. */
  branch: number | null;
  compared: number | null;
  /** The branch that has what was undone, to do it again. */
  undone: number | null;
  draft: Draft;
  draftError: StoryError | null;
  tab: Tab;
  helpOpen: boolean;
  /** The dialog with links and exports is open. */
  sharing: boolean;
  /** The dialog that changes the run as a whole is open. */
  editing: Editing | null;
  idleMessages: boolean;
  /** How far each log is flushed is marked on the board. */
  diskLayer: boolean;
  reducedMotion: boolean;
  /** Something that was asked for waits for the engine. */
  waiting: boolean;
  /** For the live region: changes on step, pause and stop only. */
  spoken: string;
}

export const initialState: State = {
  stories: [],
  commands: [],
  purposes: [],
  rules: { statement: [], switches: [] },
  story: null,
  shown: null,
  trouble: null,
  faultLink: null,
  playing: null,
  pace: { kind: 'event', speed: 1 },
  passing: null,
  stopped: null,
  touched: false,
  selected: null,
  also: [],
  adding: false,
  asked: null,
  openPartition: null,
  firstLane: 0,
  lanesOpen: false,
  menu: null,
  entered: {},
  console: null,
  rule: null,
  ledger: null,
  branches: [],
  branch: null,
  compared: null,
  undone: null,
  draft: { topic: '', key: '', value: '', partition: 'auto', acks: 'all', headers: '', count: '', rate: '' },
  draftError: null,
  tab: 'happened',
  helpOpen: false,
  sharing: false,
  editing: null,
  idleMessages: false,
  diskLayer: false,
  reducedMotion: false,
  waiting: false,
  spoken: '',
};
