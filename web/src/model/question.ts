// Which question the page asks for the person: about what is selected, else about the high watermark.

import type { Question } from '../engine/engine';
import type { Board, PartitionView } from '../engine/view';
import type { Thing } from './thing';

export function questionFor(board: Board, selected: Thing | null, open: PartitionView | null): Question | null {
  return (
    (selected === null ? null : questionAbout(board, selected)) ??
    (open === null ? null : aboutHighWatermark(open.name))
  );
}

function questionAbout(board: Board, thing: Thing): Question | null {
  return questionsAbout(board, thing)[0] ?? null;
}

/** All that can be asked about a thing, the question that lies nearest first. */
export function questionsAbout(board: Board, thing: Thing): Question[] {
  switch (thing.kind) {
    case 'record':
      return [
        { kind: 'record', partition: thing.partition, offset: thing.offset },
        { kind: 'high-watermark', partition: thing.partition },
        { kind: 'leadership', partition: thing.partition },
      ];
    case 'replica':
      return aboutReplica(board, thing.partition, thing.broker);
    case 'parked': {
      const parked = board.parked.find(({ key }) => key === thing.key);
      const waiting: Question[] = parked === undefined ? [] : [{ kind: 'parked', key: thing.key }];
      return [...waiting, ...(parked?.parts ?? []).map(({ partition }) => aboutHighWatermark(partition))];
    }
    case 'partition':
      return aboutPartition(board, thing.name);
    case 'broker':
      return board.partitions
        .filter(({ assigned }) => assigned.includes(thing.id))
        .slice(0, MOST_PARTITIONS)
        .flatMap(({ name }) => aboutReplica(board, name, thing.id).slice(0, 1));
    case 'controller':
      return board.partitions
        .slice(0, MOST_PARTITIONS)
        .map(({ name }): Question => ({ kind: 'leadership', partition: name }));
    case 'message': {
      const parts = board.messages.find(({ key }) => key === thing.key)?.parts ?? [];
      return parts.slice(0, MOST_PARTITIONS).map(({ partition }) => aboutHighWatermark(partition));
    }
    case 'producer':
    case 'consumer':
    case 'connection':
      return [];
  }
}

/** Of a thing that has to do with many partitions, so many are asked about. */
const MOST_PARTITIONS = 4;

function aboutReplica(board: Board, partition: string, broker: number): Question[] {
  const leader = board.partitions.find(({ name }) => name === partition)?.leader;
  const leadership: Question = { kind: 'leadership', partition };
  const membership: Question = { kind: 'membership', partition, broker };
  const leads = leader === broker || leader === null || leader === undefined;
  return [...(leads ? [leadership, membership] : [membership, leadership]), aboutHighWatermark(partition)];
}

function aboutPartition(board: Board, name: string): Question[] {
  const partition = board.partitions.find((partition) => partition.name === name);
  if (partition === undefined) return [];
  const leadership: Question = { kind: 'leadership', partition: name };
  const first =
    partition.leader === null ? [leadership, aboutHighWatermark(name)] : [aboutHighWatermark(name), leadership];
  const members = partition.assigned.map((broker): Question => ({ kind: 'membership', partition: name, broker }));
  return [...first, ...members];
}

function aboutHighWatermark(partition: string): Question {
  return { kind: 'high-watermark', partition };
}

export function sameQuestion(a: Question, b: Question): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

/** The partition that the side panel is about: of the selection, of the opened row, of the caption, the first. */
export function partitionInView(
  board: Board,
  selected: Thing | null,
  openPartition: string | null,
  focus: readonly string[],
): PartitionView | null {
  const wanted = [partitionOfThing(board, selected), openPartition, ...focus];
  for (const name of wanted) {
    const found = board.partitions.find((partition) => partition.name === name);
    if (found !== undefined) return found;
  }
  return board.partitions[0] ?? null;
}

function partitionOfThing(board: Board, thing: Thing | null): string | null {
  switch (thing?.kind) {
    case 'record':
    case 'replica':
      return thing.partition;
    case 'partition':
      return thing.name;
    case 'parked':
      return board.parked.find(({ key }) => key === thing.key)?.parts[0]?.partition ?? null;
    default:
      return null;
  }
}
