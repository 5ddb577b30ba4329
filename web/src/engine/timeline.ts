// The time line of a run as the page keeps it. The engine sends a part from a position on, with moments as plain numbers,
// because a long run has tens of thousands of them; what is known from before stays.

import type { ActMark, Caption, FindingMark, Mark, MomentKindView, TimelinePart } from './view';

/** Something worth an eye. */
export interface Moment {
  position: number;
  time: number;
  kind: string;
  /** 1 barely, 10 above all. */
  weight: number;
  partition: string | null;
}

export interface Timeline {
  /** Position and time at which the story begins to be shown. */
  begin: Mark;
  /** Where what has been played so far ends. */
  end: Mark;
  /** Lanes and marks of clients speak of a partition by its place here. */
  partitions: readonly string[];
  moments: readonly Moment[];
  captions: readonly Caption[];
  /** What the story and the person did. */
  acts: readonly ActMark[];
  findings: readonly FindingMark[];
}

/** A time line with what the engine says of it from a position on. */
export function joined(
  known: Timeline | null,
  part: TimelinePart,
  from: number,
  kinds: readonly MomentKindView[],
): Timeline {
  const before = <T extends { position: number }>(all: readonly T[] | undefined) =>
    all?.filter(({ position }) => position < from) ?? [];
  const { begin, end, partitions } = part;
  return {
    begin,
    end,
    partitions,
    moments: [...before(known?.moments), ...momentsOf(part, kinds)],
    captions: [...before(known?.captions), ...part.captions],
    acts: [...before(known?.acts), ...part.acts],
    findings: [...before(known?.findings), ...part.findings],
  };
}

function momentsOf({ moments, partitions }: TimelinePart, kinds: readonly MomentKindView[]): Moment[] {
  const all: Moment[] = [];
  for (let i = 0; i < moments.length; i += 4) {
    const [position, time, kind, partition] = moments.slice(i, i + 4) as [number, number, number, number];
    const { name, weight } = kinds[kind] as MomentKindView;
    all.push({ position, time, kind: name, weight, partition: partitions[partition] ?? null });
  }
  return all;
}
