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
      return aboutRecord(board, thing);
    case 'replica':
      return aboutReplica(board, thing.partition, thing.broker);
    case 'parked': {
      const parked = board.parked.find(({ key }) => key === thing.key);
      const waiting: Question[] = parked === undefined ? [] : [{ kind: 'parked', key: thing.key }];
      return [...waiting, ...(parked?.parts ?? []).map(({ partition }) => aboutHighWatermark(partition))];
    }
    case 'partition':
      return aboutPartition(board, thing.name);
    case 'broker': {
      const assigned = board.partitions.filter(({ assigned }) => assigned.includes(thing.id));
      const memberships = assigned.map(({ name }): Question[] => aboutReplica(board, name, thing.id).slice(0, 1));
      return [
        { kind: 'session', broker: thing.id },
        { kind: 'metadata', broker: thing.id },
        ...memberships.flat().slice(0, MOST_PARTITIONS),
        { kind: 'last-refusal', node: `b${thing.id}` },
      ];
    }
    case 'controller':
      return board.partitions
        .slice(0, MOST_PARTITIONS)
        .map(({ name }): Question => ({ kind: 'leadership', partition: name }));
    case 'message': {
      const message = board.messages.find(({ key }) => key === thing.key);
      if (message === undefined) return [];
      const parts = message.parts.slice(0, MOST_PARTITIONS);
      return [{ kind: 'message', key: thing.key }, ...parts.map(({ partition }) => aboutHighWatermark(partition))];
    }
    case 'producer':
    case 'consumer':
      return [
        { kind: thing.kind, node: thing.node },
        { kind: 'last-refusal', node: thing.node },
      ];
    case 'connection': {
      const between = board.messages.filter(
        ({ from, to }) =>
          (from === thing.from && (thing.to === null || to === thing.to)) ||
          (to === thing.from && (thing.to === null || from === thing.to)),
      );
      return between.slice(0, MOST_PARTITIONS).map(({ key }): Question => ({ kind: 'message', key }));
    }
  }
}

/** Of a thing that has to do with many partitions, so many are asked about. */
const MOST_PARTITIONS = 4;

function aboutRecord(board: Board, { partition, broker, offset }: Extract<Thing, { kind: 'record' }>): Question[] {
  const replicas = board.partitions.find(({ name }) => name === partition)?.replicas ?? [];
  const records = replicas.find((replica) => replica.broker === broker)?.records ?? [];
  const record = records.find((one) => one.offset === offset);
  const readers = board.consumers.filter(({ partitions }) => partitions.some((read) => read.partition === partition));
  const fate: Question[] =
    record === undefined
      ? []
      : [
          { kind: 'acknowledgement', producer: record.producer, n: record.n },
          { kind: 'loss', producer: record.producer, n: record.n },
        ];
  return [
    { kind: 'record', partition, offset },
    ...readers.map(({ node }): Question => ({ kind: 'readable', consumer: node, partition, offset })),
    ...fate,
    aboutHighWatermark(partition),
  ];
}

function aboutReplica(board: Board, partition: string, broker: number): Question[] {
  const found = board.partitions.find(({ name }) => name === partition);
  const leadership: Question = { kind: 'leadership', partition };
  const membership: Question = { kind: 'membership', partition, broker };
  const own: Question = { kind: 'high-watermark', partition, broker };
  const isNamed = found?.replicas.some((replica) => replica.broker === broker && replica.named);
  return isNamed || found === undefined || found.leader === null
    ? [leadership, membership, aboutHighWatermark(partition)]
    : [membership, leadership, own, aboutHighWatermark(partition)];
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
