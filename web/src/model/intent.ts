// Everything a person can want of the page.

import type { Question } from '../engine/engine';
import type { StoryListing } from '../engine/view';
import type { OpenConsole } from './console';
import type { OpenLedger } from './ledger';
import type { Pace } from './pacing';
import type { Direction } from './playback';
import type { Editing } from './state';
import type { Target } from './target';
import type { Thing } from './thing';

export type Tab = 'happened' | 'inspector' | 'why' | 'produce';

export type Acks = '0' | '1' | 'all';

export interface Draft {
  topic: string;
  key: string;
  value: string;
  partition: 'auto' | number;
  acks: Acks;
  headers: string;
  /** How many records, and how many a second; as entered. */
  count: string;
  rate: string;
}

/** Where on the screen (px). */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Intent =
  | { want: 'play'; direction: Direction }
  /** Beyond the end of what has been played. */
  | { want: 'play-on' }
  | { want: 'pause' }
  | { want: 'step'; by: 1 | -1 }
  | { want: 'moment'; by: 1 | -1 }
  | { want: 'next' }
  | { want: 'go'; position: number; time?: number }
  /** To a time beyond the end of what has been played. */
  | { want: 'go-ahead'; time: number }
  /** A place written as in the element's attribute `at`. */
  | { want: 'at'; at: string }
  /** A wall time of the course that the time bar shows. */
  | { want: 'scrub'; wall: number }
  | { want: 'start' }
  | { want: 'end' }
  | { want: 'faster' }
  | { want: 'slower' }
  | { want: 'pace'; pace: Pace }
  /** With `add`, beside what is selected already, or no longer. */
  | { want: 'select'; thing: Thing | null; add?: boolean }
  /** Whoever is chosen next is selected beside what is: for those who have no shift key. */
  | { want: 'select-more' }
  | { want: 'ask'; question: Question }
  /** Opens the menu of something, beside where it stands; none closes it. */
  | { want: 'menu'; target: Target | null; at?: Place | null }
  /** One entry of the menu, to enter what it needs; none goes back to the list. */
  | { want: 'offer'; key: string | null }
  /** Put into a field of a menu. */
  | { want: 'enter'; key: string; value: string }
  /** Does a story line here. */
  | { want: 'act'; line: string }
  /** Opens the console on a tool. */
  | { want: 'console'; of: OpenConsole }
  | { want: 'console-says'; words: string }
  | { want: 'close-console' }
  | { want: 'ledger'; open: boolean }
  | { want: 'ledger-part'; part: OpenLedger['part'] }
  /** Opens a row and selects its record, or nothing where the record is gone; none closes it. */
  | { want: 'ledger-row'; row: string | null; record: Thing | null }
  | { want: 'return-to'; branch: number }
  | { want: 'rename'; branch: number; title: string }
  | { want: 'undo' }
  | { want: 'redo' }
  /** None closes the row that is open below an overview. */
  | { want: 'open-partition'; partition: string | null }
  /** The first lane of the other partitions that is in sight. */
  | { want: 'lane-rows'; first: number }
  | { want: 'lanes'; open: boolean }
  | { want: 'draft'; change: Partial<Draft> }
  | { want: 'produce' }
  | { want: 'produce-to'; partition: string }
  | { want: 'story'; listing: StoryListing }
  | { want: 'tab'; tab: Tab }
  | { want: 'help'; open: boolean }
  /** Opens the rule of this name beside where it was asked for; none closes it. */
  | { want: 'rule'; rule: { name: string; at: Place } | null }
  | { want: 'share'; open: boolean }
  /** Settings, rules, the run as a text; none closes it. */
  | { want: 'edit'; editing: Editing | null }
  | { want: 'idle-messages'; shown: boolean }
  | { want: 'disk-layer'; shown: boolean }
  | { want: 'dismiss' }
  | { want: 'way-on' };

export type Send = (intent: Intent) => void;
