// How long each part of a run is shown: a rule of event pace and of steady pace each.

import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/engine/timeline';
import { placeAt, wallOf } from '../../src/model/course';
import { groupsOf } from '../../src/model/grouping';
import { eventCourse, steadyCourse, steadyRates } from '../../src/model/pacing';
import { caption, moment, timeline } from '../fixtures/moments';

const course = (line: Timeline) => eventCourse(line, line.end, groupsOf(line, line.end));
const gaits = (line: Timeline) => course(line).legs.map(({ gait }) => gait);
const holds = (line: Timeline) =>
  course(line)
    .legs.filter(({ gait }) => gait === 'hold')
    .map(({ from, starts, ends }) => [from.position, Math.round(ends - starts)]);

describe('event pace', () => {
  it('holds at what matters, longer the more it does', () => {
    const held = (weight: number) => holds(timeline([moment(3, 1000, 'appended', weight)]));
    expect([held(3), held(6), held(10)]).toEqual([[], [[3, 600]], [[3, 1200]]]);
  });

  it('folds a long wait and keeps what is on its way at both ends', () => {
    const line = timeline([moment(3, 1000, 'a', 3), moment(400, 9_001_000, 'b', 3)]);
    expect(gaits(line)).toEqual(['travel', 'travel', 'fold', 'travel']);
    expect(course(line).length).toBeLessThan(4000);
  });

  it('gives two moments a second at most', () => {
    const line = timeline(Array.from({ length: 20 }, (_, i) => moment(i + 1, (i + 1) * 2000, `kind-${i}`, 3)));
    expect(course(line).length).toBeGreaterThanOrEqual(20 * 500);
    const atOnce = timeline(Array.from({ length: 20 }, (_, i) => moment(i + 1, 0, `kind-${i}`, 4)));
    expect(course(atOnce).length).toBeGreaterThanOrEqual(20 * 500);
  });

  it('shows a crowd once, and says how many it is', () => {
    const line = timeline([moment(3, 5000, 'pulled'), moment(4, 5300, 'pulled'), moment(9, 9000, 'appended')]);
    const said = course(line).legs.flatMap(({ gait, group }) => (gait === 'hold' ? [group?.count ?? 1] : []));
    expect(said).toEqual([2, 1]);
  });

  it('becomes steady above twenty moments in a model second, one leg for all of them', () => {
    const crowd = (count: number, apart: number) =>
      timeline(Array.from({ length: count }, (_, i) => moment(i + 1, (i + 1) * apart, `kind-${i}`, 6)));
    expect(gaits(crowd(1000, 10_000))).toEqual(['travel']);
    expect(course(crowd(1000, 10_000)).length).toBeCloseTo(40_000, -3);
    // A little fewer are still seen one by one.
    expect(gaits(crowd(200, 51_000)).filter((gait) => gait === 'hold')).toHaveLength(200);
  });

  it('lets a new leader and a caption be seen in a crowd', () => {
    const crowd = Array.from({ length: 1000 }, (_, i) =>
      moment(i + 1, (i + 1) * 10_000, i === 400 ? 'leader-changed' : `kind-${i}`, i === 400 ? 9 : 6),
    );
    const line = timeline(crowd, { captions: [caption(701, 7_010_000)] });
    expect(holds(line)).toEqual([
      [401, 1050],
      [701, 1200 + 20 * 'Headline.Text.'.length],
    ]);
    expect(gaits(line)).toEqual(['travel', 'hold', 'travel', 'hold', 'travel']);
  });

  it('gives a caption the time to be read', () => {
    const line = timeline([moment(3, 1000, 'a', 3)], { captions: [caption(3, 1000)] });
    expect(holds(line)).toEqual([[3, 1200 + 20 * 'Headline.Text.'.length]]);
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

  it('goes from a thousandth to a thousandfold', () => {
    const line = timeline([moment(9, 2_000_000)]);
    const lengths = steadyRates.map((rate) => steadyCourse(line, line.end, rate).length);
    expect(steadyRates.at(0)).toBe(0.001);
    expect(steadyRates.at(-1)).toBe(1000);
    expect([lengths[0], lengths.at(-1)]).toEqual([2_000_000, 2]);
  });
});
