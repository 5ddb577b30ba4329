// Which question the page asks for the person: about what is selected, else about the high watermark.

import type { Question } from '../engine/engine';
import type { Board, PartitionView } from '../engine/view';
import type { Thing } from './thing';

export function questionFor(board: Board, selected: Thing | null, open: PartitionView | null): Question | null {
  return (selected === null ? null : questionAbout(board, selected)) ?? aboutHighWatermark(open?.name);
}

function questionAbout(board: Board, thing: Thing): Question | null {
  switch (thing.kind) {
    case 'record':
      return { kind: 'record', partition: thing.partition, offset: thing.offset };
    case 'replica': {
      const partition = board.partitions.find(({ name }) => name === thing.partition);
      if (partition === undefined) return null;
      if (partition.leader === thing.broker || partition.leader === null)
        return { kind: 'leadership', partition: thing.partition };
      return { kind: 'membership', partition: thing.partition, broker: thing.broker };
    }
    case 'parked':
      return board.parked.some(({ key }) => key === thing.key) ? { kind: 'parked', key: thing.key } : null;
    case 'partition':
      return aboutHighWatermark(thing.name);
    default:
      return null;
  }
}

function aboutHighWatermark(partition: string | undefined): Question | null {
  return partition === undefined ? null : { kind: 'high-watermark', partition };
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
