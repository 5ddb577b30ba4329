// The time line as the page keeps it: what is known stays, and each part goes on from where it is asked for.

import { describe, expect, it } from 'vitest';
import { joined } from '../../src/engine/timeline';
import type { TimelinePart } from '../../src/engine/view';
import { drawn, IN_SIGHT, rowsOf } from '../../src/model/lanes';
import { byHand, caption } from '../fixtures/moments';

const kinds = [
  { name: 'appended', weight: 6 },
  { name: 'acted', weight: 10 },
];

function part(moments: number[], more: Partial<TimelinePart> = {}): TimelinePart {
  const mark = { position: 0, time: 0 };
  return { begin: mark, end: mark, partitions: ['t-0', 't-1'], moments, captions: [], acts: [], findings: [], ...more };
}

describe('a time line', () => {
  it('has its moments by name', () => {
    expect(joined(null, part([3, 100, 0, 1, 5, 200, 1, -1]), 0, kinds).moments).toEqual([
      { position: 3, time: 100, kind: 'appended', weight: 6, partition: 't-1' },
      { position: 5, time: 200, kind: 'acted', weight: 10, partition: null },
    ]);
  });

  it('keeps what lies before a part, and has the rest from it', () => {
    const known = joined(
      null,
      part([3, 100, 0, 0, 5, 200, 0, 0, 9, 300, 0, 0], {
        captions: [caption(2, 50), caption(5, 200)],
        acts: [byHand(4, 150)],
      }),
      0,
      kinds,
    );
    const again = joined(
      known,
      part([5, 200, 1, -1], { acts: [byHand(5, 200)], partitions: ['t-0', 't-1', 'u-0'] }),
      5,
      kinds,
    );
    expect(again.moments.map(({ position, kind }) => [position, kind])).toEqual([
      [3, 'appended'],
      [5, 'acted'],
    ]);
    expect(again.captions.map(({ position }) => position)).toEqual([2]);
    expect(again.acts.map(({ position }) => position)).toEqual([4, 5]);
    expect(again.partitions).toHaveLength(3);
    expect(known.moments).toHaveLength(3);
  });
});

describe('the rows of the time line', () => {
  const names = ['t-10', 't-2', 'a-0', 't-0', 'with-dash-1', 't-1'];

  it('are the open one and the others by topic and number', () => {
    const { open, others } = rowsOf(names, 't-2', 0);
    expect(open).toBe(1);
    expect(others.map((place) => names[place])).toEqual(['a-0', 't-0', 't-1', 't-10', 'with-dash-1']);
    expect(rowsOf(names, null, 0)).toMatchObject({ open: null });
  });

  it('are asked for where they are in sight, with some beside', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `t-${i}`);
    const rows = rowsOf(many, 't-0', 500);
    const shown = drawn(rows).map(({ row }) => row);
    expect(shown.length).toBeLessThan(12);
    for (let row = 500; row < 500 + IN_SIGHT; row++) expect(shown).toContain(row);
    expect(rowsOf(many, 't-0', 5000).first).toBe(999 - IN_SIGHT);
    expect(drawn(rowsOf(['t-0'], 't-0', 0))).toEqual([]);
  });
});
