import { describe, expect, it } from 'vitest';
import type { Moment, Timeline } from '../../src/engine/timeline';
import type { Caption } from '../../src/engine/view';
import { placeAt, wallOf } from '../../src/model/course';
import { focusAt, groupsOf } from '../../src/model/grouping';
import { eventCourse, steadyCourse } from '../../src/model/pacing';

const p0 = 'orders.placed-0';
const p1 = 'orders.placed-1';

function moment(position: number, time: number, kind = 'appended', weight = 5, partition: string | null = p0): Moment {
  return { position, time, kind, weight, partition };
}

function caption(position: number, time: number, focus: string[] = []): Caption {
  return { id: `c${position}`, position, time, headline: 'Headline.', text: 'Text.', focus };
}

function timeline(moments: Moment[], captions: Caption[] = [], end = moments.at(-1)): Timeline {
  return {
    begin: { position: 0, time: 0 },
    end: { position: end?.position ?? 0, time: end?.time ?? 0 },
    moments,
    partitions: [p0, p1],
    captions,
    acts: [],
    findings: [],
  };
}

const groups = (line: Timeline) => groupsOf(line, line.end).map(({ place, count }) => [place.position, count]);
const course = (line: Timeline) => eventCourse(line, line.end, groupsOf(line, line.end));
const gaits = (line: Timeline) => course(line).legs.map(({ gait }) => gait);

describe('moments that are shown as one', () => {
  it('are those of one step', () => {
    expect(groups(timeline([moment(3, 100, 'fetched'), moment(3, 100, 'high-watermark-moved')]))).toEqual([[3, 2]]);
  });

  it('are those of one kind within a millisecond', () => {
    expect(groups(timeline([moment(3, 100, 'pulled'), moment(4, 900, 'pulled'), moment(5, 2200, 'pulled')]))).toEqual([
      [4, 2],
      [5, 1],
    ]);
  });
});

describe('moments of a retry loop', () => {
  it('are one, where the first of them is', () => {
    const lost = (position: number, time: number) => moment(position, time, 'connection-lost', 3);
    expect(
      groups(
        timeline([
          lost(3, 0),
          lost(4, 100_000),
          lost(5, 1_100_000),
          moment(6, 1_200_000, 'appended'),
          lost(7, 1_300_000),
        ]),
      ),
    ).toEqual([
      [3, 4],
      [6, 1],
    ]);
  });
});

describe('moments that pass unseen', () => {
  it('are light ones', () => {
    expect(groups(timeline([moment(3, 100, 'high-watermark-learnt', 2)]))).toEqual([]);
  });

  it('are those of partitions that the caption does not speak of, but for a change of leadership', () => {
    const line = timeline(
      [moment(3, 100, 'appended', 5, p1), moment(4, 5000, 'leader-elected', 9, p1), moment(5, 9000, 'appended', 5, p0)],
      [caption(0, 0, [p0, 'b1'])],
    );
    expect(groups(line)).toEqual([
      [0, 0],
      [4, 1],
      [5, 1],
    ]);
  });
});

describe('after an act of the person', () => {
  const line = timeline([moment(3, 100, 'acted', 10, null), moment(5, 9000, 'appended', 5, p1)], [caption(0, 0, [p0])]);
  const acted = { ...line, acts: [{ position: 3, time: 100, line: 'produce t', byHand: true }] };

  it('the caption no longer says what is seen', () => {
    expect(groups(line)).not.toContainEqual([5, 1]);
    expect(groups(acted)).toContainEqual([5, 1]);
  });

  it('what to look at is what the act reached first', () => {
    expect([focusAt(acted, 2), focusAt(acted, 3)]).toEqual([[p0], [p1]]);
  });

  it('until the next caption', () => {
    const later = { ...acted, captions: [...acted.captions, caption(4, 500, [p0])] };
    expect(focusAt(later, 4)).toEqual([p0]);
  });
});

describe('event pace', () => {
  it('holds at what matters, longer the more it does', () => {
    const held = (weight: number) =>
      course(timeline([moment(3, 1000, 'appended', weight)]))
        .legs.filter(({ gait }) => gait === 'hold')
        .map(({ starts, ends }) => ends - starts);
    expect(held(3)).toEqual([]);
    expect(held(6)).toEqual([600]);
    expect(held(10)).toEqual([1200]);
  });

  it('folds a long wait and keeps what is on its way at both ends', () => {
    const line = timeline([moment(3, 1000, 'a', 3), moment(400, 9_001_000, 'b', 3)]);
    expect(gaits(line)).toEqual(['travel', 'travel', 'fold', 'travel']);
    expect(course(line).length).toBeLessThan(4000);
  });

  it('gives two moments a second at most', () => {
    const line = timeline(Array.from({ length: 20 }, (_, i) => moment(i + 1, (i + 1) * 2000, `kind-${i}`, 3)));
    expect(course(line).length).toBeGreaterThanOrEqual(20 * 500);
  });

  it('becomes steady where moments come too thick to be seen one by one', () => {
    const line = timeline(Array.from({ length: 1000 }, (_, i) => moment(i + 1, (i + 1) * 10_000, `kind-${i}`, 6)));
    expect(new Set(gaits(line))).toEqual(new Set(['travel']));
    expect(course(line).length).toBeCloseTo(40_000, -3);
  });

  it('gives a caption the time to be read', () => {
    const [hold] = course(timeline([moment(3, 1000, 'a', 3)], [caption(3, 1000)])).legs.filter(
      ({ gait }) => gait === 'hold',
    );
    expect((hold?.ends ?? 0) - (hold?.starts ?? 0)).toBe(1200 + 20 * 'Headline.Text.'.length);
  });

  it('never goes back in time, whatever the moments', () => {
    const line = timeline([
      moment(3, 0),
      moment(4, 0, 'b'),
      moment(5, 70_000, 'c', 9),
      moment(6, 70_000, 'd', 4),
      moment(9, 20_000_000, 'e'),
    ]);
    const { legs, length } = course(line);
    let before = 0;
    for (let wall = 0; wall <= length; wall += 10) {
      const place = placeAt({ legs, length }, wall);
      expect(place?.time).toBeGreaterThanOrEqual(before);
      before = place?.time ?? 0;
    }
    expect(before).toBe(20_000_000);
  });
});

describe('steady pace', () => {
  it('keeps one ratio between model time and wall time', () => {
    const line = timeline([moment(9, 2_000_000)]);
    const steady = steadyCourse(line, line.end, 0.1);
    expect(steady.length).toBe(20_000);
    expect(placeAt(steady, 5000)).toMatchObject({ time: 500_000, least: 0, most: 8 });
    expect(wallOf(steady, { position: 4, time: 500_000 })).toBe(5000);
  });
});
