// The ledger in words: what became of each record, why it was lost and what would have kept it, and what the run cost.

import type { Fate, LedgerCopy, LedgerCounts, LedgerRow, ProcessState, Removed } from '../engine/view';
import { errorSentence } from './error_code';
import { brokerList, causeSentence } from './loss';
import { clock, duration, plural, sentenceCase } from './quantity';

export const ledgerWords = {
  title: 'Durability ledger',
  close: 'Close the ledger',
  part: 'What to show',
  records: 'Records',
  costs: 'Costs',
  caption: 'One row per record that was handed to send(), the newest first',
  record: 'Record',
  producer: 'Producer',
  acks: 'acks',
  place: 'At',
  told: 'Its producer was told',
  copies: 'On brokers',
  fate: 'State',
  noneYet: 'No record has been sent yet.',
  chain: (record: string) => `What became of ${record}`,
  inPageCache: 'in the page cache',
  onDisk: 'forced to disk',
  onNone: 'not there',
  down: 'process down',
  alsoOnBoard: 'mark it on the board',
  waited: 'From send() to the answer',
  waitedNote: 'Since the story began. With acks=0 the record is called done when it is sent.',
  nobodyWaited: 'No record has been acknowledged since the story began.',
  shortest: 'shortest',
  median: 'median',
  longest: 'longest',
  counted: 'records',
  bytes: 'Record batches, in bytes',
  bytesNote:
    'On disk is what lies there now; of that, forced to disk. Since the story began: produced is what producers sent to it, copied in and out is replication, read is what consumers got of it. Requests and answers around the batches are not counted.',
  broker: 'broker',
  stored: 'on disk',
  flushed: 'forced',
  fromProducers: 'produced',
  fromLeaders: 'copied in',
  toFollowers: 'copied out',
  toConsumers: 'read',
  replicas: 'Each replica',
  partition: 'partition',
  size: 'bytes',
} as const;

/** Signs of a state: a shape for each, so that colour is not needed. */
export type FateSign = Fate | 'twice';

export function fateSign(row: LedgerRow): FateSign {
  return row.onceWith === null ? row.fate : 'twice';
}

const fates: Record<Fate, string> = {
  waiting: 'on its way',
  uncommitted: 'not committed',
  committed: 'committed',
  undecided: 'undecided',
  'not-stored': 'not stored',
  lost: 'lost',
};

export function fateWord(row: LedgerRow): string {
  return row.onceWith === null ? fates[row.fate] : `${fates[row.fate]}, twice`;
}

/** Its key, or else its value, or else its number. */
export function recordName({ key, value, n }: LedgerRow): string {
  return key ?? value ?? `record ${n}`;
}

/** orders.placed-0 @ 4, 5 */
export function placeOf({ partition, places, fate }: LedgerRow): string {
  const here = places.filter(({ holds }) => holds);
  const offsets = (here.length > 0 ? here : places.slice(-1)).map(({ offset }) => offset);
  if (partition === null) return '–';
  if (offsets.length === 0) return partition;
  return fate === 'lost' ? `${partition}, was @ ${offsets[0]}` : `${partition} @ ${offsets.join(', ')}`;
}

/** In a cell of the table. */
export function toldWord({ told }: LedgerRow): string {
  switch (told.kind) {
    case 'nothing':
      return 'nothing yet';
    case 'acknowledged':
      return `success, after ${duration(told.after)}`;
    case 'unasked':
      return 'nothing, by anyone';
    case 'failed':
      return `${told.error}, after ${duration(told.after)}`;
    case 'timed-out':
      return `time-out, after ${duration(told.after)}`;
    case 'unknown':
      return 'nothing: connection lost';
  }
}

/** 4 records: 2 committed, 2 lost (both after success) */
export function summary(counts: LedgerCounts): string {
  const parts: [number, string][] = [
    [counts.committed, 'committed'],
    [counts.uncommitted, 'not committed'],
    [counts.waiting, 'on their way'],
    [counts.undecided, 'undecided'],
    [counts.notStored, 'not stored'],
    [counts.lost, `lost${lostThough(counts)}`],
    [counts.duplicated, 'there twice'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const all = plural(counts.sent, 'record');
  return said.length === 0 ? all : `${all}: ${said.join(', ')}`;
}

function lostThough({ lost, lostThoughPromised }: LedgerCounts): string {
  if (lostThoughPromised === 0) return ', none of them promised';
  return lostThoughPromised === lost ? '' : `, ${lostThoughPromised} of them after success`;
}

export function foldedRows(folded: number, harmed: number): string {
  const older = `${plural(folded, 'older record')} ${folded === 1 ? 'has' : 'have'} no row`;
  return harmed === 0
    ? `${older}; none of them is lost or there twice.`
    : `${older}; ${harmed} of them ${harmed === 1 ? 'is' : 'are'} lost or there twice.`;
}

/** What the signs of a cell say. */
export function copyTitle({ broker, process, offset, flushed }: LedgerCopy): string {
  const where = offset === null ? ledgerWords.onNone : flushed ? ledgerWords.onDisk : ledgerWords.inPageCache;
  return `broker ${broker}: ${where}${processNote(process)}`;
}

function processNote(process: ProcessState): string {
  if (process === 'down') return `, ${ledgerWords.down}`;
  return process === 'paused' ? ', process paused' : '';
}

/** From send() to where it is now: each a fact of the run. */
export function chainOf(row: LedgerRow): string[] {
  return [
    sent(row),
    told(row),
    ...placed(row),
    ...held(row),
    ...committed(row),
    ...row.removed.map((one) => removed(one, row.copies)),
  ];
}

function sent({ producer, acks, sentAt, attempts, fate }: LedgerRow): string {
  const handed = `${producer} sent it ${at(sentAt)}, with acks=${acks}.`;
  if (attempts > 1) return `${handed} ${sentenceCase(plural(attempts, 'request'))} carried it, one after the other.`;
  return attempts === 0 && fate === 'waiting' ? `${handed} No request has carried it yet.` : handed;
}

function told({ told, fate, acks }: LedgerRow): string {
  const isThere = fate === 'committed' || fate === 'uncommitted';
  switch (told.kind) {
    case 'nothing':
      return 'Its producer has been told nothing yet.';
    case 'acknowledged':
      return `Its producer was told success ${duration(told.after)} later, and offset ${told.offset}.`;
    case 'unasked':
      return `With acks=${acks} it was called done ${duration(told.after)} later, when it was sent. No broker told the producer anything.`;
    case 'failed':
      return `Its producer was told failure ${duration(told.after)} later. ${errorSentence(told.error)}${isThere ? ' The record is there all the same.' : ''}`;
    case 'timed-out': {
      const knows = told.everSent
        ? 'It had been sent, so the producer cannot know whether it is stored.'
        : 'It had never been sent.';
      return `Its producer gave up on it ${duration(told.after)} later (TimeoutException). ${knows}`;
    }
    case 'unknown':
      return 'The connection was lost before an answer came, and nobody tries again.';
  }
}

function placed({ places, fate }: LedgerRow): string[] {
  if (places.length === 0) return fate === 'waiting' ? [] : ['No leader ever appended it.'];
  return places.map(({ broker, offset, epoch, at: when }, n) => {
    const again = n === 0 ? '' : ' again';
    return `Broker ${broker} appended it${again} ${at(when)}, at offset ${offset} in epoch ${epoch}.`;
  });
}

function held({ places, copies }: LedgerRow): string[] {
  if (places.length === 0) return [];
  const here = copies.filter(({ offset }) => offset !== null);
  if (here.length === 0) return ['No log holds it now.'];
  const named = (list: readonly LedgerCopy[]) =>
    brokerList(list.map(({ broker, process }) => `${broker}${process === 'down' ? ' (down)' : ''}`));
  const [flushed, cached] = [here.filter((copy) => copy.flushed), here.filter((copy) => !copy.flushed)];
  return [
    ...(flushed.length === 0 ? [] : [`Forced to disk on ${named(flushed)}.`]),
    ...(cached.length === 0 ? [] : [`In the page cache only, on ${named(cached)}: a power loss there can take it.`]),
  ];
}

function committed({ fate, places, committedAt, readable, readBy }: LedgerRow): string[] {
  if (places.length === 0) return [];
  const read =
    readBy.length > 0
      ? `Read by ${readBy.join(', ')}.`
      : readable
        ? 'Consumers may read it; none has.'
        : 'No consumer has read it.';
  if (committedAt !== null) return [`Committed ${at(committedAt)}: the high watermark had passed it. ${read}`];
  return fate === 'lost' ? [`It was never committed. ${read}`] : [`Not committed yet. ${read}`];
}

function removed({ broker, by, epoch, at: when }: Removed, copies: readonly LedgerCopy[]): string {
  const isBack = copies.some((copy) => copy.broker === broker && copy.offset !== null);
  const again = isBack ? ' It has the record again.' : '';
  switch (by) {
    case 'truncation': {
      const why = epoch === null ? 'to match its leader' : `when it followed epoch ${epoch}`;
      return `Broker ${broker} cut it from its log ${at(when)}, ${why}.${again}`;
    }
    case 'power-loss':
      return `Broker ${broker} lost power ${at(when)}, and the record with it.${again}`;
    case 'disk-loss':
      return `Broker ${broker} lost its disk ${at(when)}.${again}`;
  }
}

/** Why it is gone, and what its producer believes. Nothing of a record that is not lost. */
export function lossSentence({ loss, told }: LedgerRow): string | null {
  if (loss === null) return null;
  const believes = !loss.promised
    ? 'Nothing was promised: its producer was not told that it is stored.'
    : told.kind === 'unasked'
      ? 'Its producer takes it for stored.'
      : 'Its producer was told success, and hears no more of it.';
  return `Lost since ${clock(loss.at)} s. ${causeSentence(loss.cause)} ${believes}`;
}

/** It is in the log at several offsets. */
export function twiceSentence({ places, told }: LedgerRow): string {
  const here = places.filter(({ holds }) => holds).map(({ offset }) => offset);
  const one = told.kind === 'acknowledged' ? ` Its producer knows of offset ${told.offset} only.` : '';
  return `It is there ${here.length === 2 ? 'twice' : `${here.length} times`}, at offsets ${here.join(' and ')}: the answer to an earlier request did not arrive, so it was sent again. Consumers read it each time.${one}`;
}

function at(micros: number): string {
  return micros < 0 ? 'before the story began' : `at ${clock(micros)} s`;
}

/** 1234567 → 1,234,567 */
export function whole(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
