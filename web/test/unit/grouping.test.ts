// Which moments get an eye's time, and which are shown as one: a rule of event pace each.

import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/engine/timeline';
import { focusAt, groupsOf } from '../../src/model/grouping';
import { byHand, caption, moment, p0, p1, timeline } from '../fixtures/moments';

/** Position and count of each group. */
const groups = (line: Timeline, open: string | null = null) =>
  groupsOf(line, line.end, open).map(({ place, count }) => [place.position, count]);

describe('a crowd', () => {
  it('is what one step did', () => {
    expect(groups(timeline([moment(3, 100, 'fetched'), moment(3, 100, 'high-watermark-moved')]))).toEqual([[3, 2]]);
  });

  it('is what is of one kind within a millisecond of the first of them', () => {
    const line = timeline([moment(3, 100, 'pulled'), moment(4, 900, 'pulled'), moment(5, 1101, 'pulled')]);
    expect(groups(line)).toEqual([
      [4, 2],
      [5, 1],
    ]);
  });

  it('may have something else in its midst', () => {
    const line = timeline([
      moment(3, 100, 'pulled'),
      moment(4, 200, 'fetched'),
      moment(5, 300, 'pulled', 5, p1),
      moment(6, 400, 'fetched', 5, p1),
    ]);
    expect(groups(line)).toEqual([
      [5, 2],
      [6, 2],
    ]);
  });

  it('says how much it is and how long it lasted, and is as heavy as its weightiest moment', () => {
    const line = timeline([moment(3, 100, 'pulled', 5), moment(4, 100, 'x', 2), moment(5, 700, 'pulled', 5)]);
    expect(groupsOf(line, line.end)).toMatchObject([{ kind: 'pulled', weight: 5, count: 2, lasts: 600 }]);
    const step = timeline([moment(3, 100, 'fetched', 4), moment(3, 100, 'isr-changed', 8)]);
    expect(groupsOf(step, step.end)).toMatchObject([{ kind: 'isr-changed', weight: 8, count: 2 }]);
  });
});

describe('a retry loop', () => {
  const sent = (position: number, time: number) => moment(position, time, 'produce-sent', 4);
  const refused = (position: number, time: number) => moment(position, time, 'produce-refused', 7);
  const second = 1_000_000;

  it('is one from the first refusal on, whatever is tried in between', () => {
    const tries = Array.from({ length: 30 }, (_, i) => [
      sent(4 + 2 * i, (i + 1) * second),
      refused(5 + 2 * i, (i + 1) * second + 3000),
    ]);
    const line = timeline([sent(1, 0), refused(2, 3000), ...tries.flat()]);
    expect(groups(line)).toEqual([
      [1, 1],
      [2, 61],
    ]);
    expect(groupsOf(line, line.end)[1]?.lasts).toBe(30 * second);
  });

  it('is over when it has worked', () => {
    const told = moment(6, 2 * second + 9000, 'acknowledged', 6);
    const line = timeline([
      refused(2, 0),
      sent(4, second),
      refused(5, second + 3000),
      told,
      sent(7, 3 * second),
      refused(8, 3 * second + 3000),
    ]);
    expect(groups(line)).toEqual([
      [2, 3],
      [6, 1],
      [7, 1],
      [8, 1],
    ]);
  });

  it('is over when nobody has tried for two seconds', () => {
    expect(groups(timeline([refused(2, 0), refused(3, 2 * second), refused(4, 4 * second + 1)]))).toEqual([
      [2, 2],
      [4, 1],
    ]);
  });

  it('is one of its partition, and lets another one have its own', () => {
    const line = timeline([
      refused(2, 0),
      moment(3, 5000, 'produce-refused', 7, p1),
      refused(4, second),
      moment(5, second + 5000, 'produce-refused', 7, p1),
    ]);
    expect(groups(line)).toEqual([
      [2, 2],
      [3, 2],
    ]);
  });

  it('may be one of lost connections', () => {
    const lost = (position: number, time: number) => moment(position, time, 'connection-lost', 3, null);
    const line = timeline([lost(3, 0), lost(4, 100_000), lost(5, 1_100_000), moment(6, 1_200_000), lost(7, 1_300_000)]);
    expect(groups(line)).toEqual([
      [3, 4],
      [6, 1],
    ]);
  });
});

describe('what passes unseen', () => {
  it('are light moments', () => {
    expect(groups(timeline([moment(3, 100, 'high-watermark-learnt', 2)]))).toEqual([]);
  });

  it('is what came before the story began', () => {
    expect(groups(timeline([moment(3, -5), moment(9, 100)], { begin: { position: 5, time: 0 } }))).toEqual([[9, 1]]);
  });

  it('is what happens in rows that the caption does not speak of, but for a change of leadership', () => {
    const line = timeline(
      [moment(3, 100, 'appended', 5, p1), moment(4, 5000, 'leader-changed', 9, p1), moment(5, 9000, 'appended', 5, p0)],
      { captions: [caption(0, 0, [p0, 'b1'])] },
    );
    expect(groups(line)).toEqual([
      [0, 0],
      [4, 1],
      [5, 1],
    ]);
  });

  it('is of many rows what happens beside the open one, where no caption says what to look at', () => {
    const partitions = Array.from({ length: 9 }, (_, i) => `t-${i}`);
    const moments = partitions.map((name, i) => moment(i + 1, i * 5000, 'appended', 6, name));
    expect(groups(timeline(moments, { partitions }), 't-4')).toEqual([[5, 1]]);
    expect(groups(timeline(moments, { partitions: partitions.slice(1) }), 't-4')).toHaveLength(9);
    const told = timeline(moments, { partitions, captions: [caption(0, 0, ['t-2'])] });
    expect(groups(told, 't-4')).toEqual([
      [0, 0],
      [3, 1],
    ]);
  });
});

describe('after an act of the person', () => {
  const line = timeline([moment(3, 100, 'acted', 10, null), moment(5, 9000, 'appended', 5, p1)], {
    captions: [caption(0, 0, [p0])],
  });
  const acted = { ...line, acts: [byHand(3, 100, 'produce t')] };

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

  it('of many rows the one that it reached is seen beside the open one', () => {
    const partitions = Array.from({ length: 9 }, (_, i) => `t-${i}`);
    const moments = [
      moment(2, 100, 'acted', 10, null),
      moment(3, 4000, 'appended', 6, 't-7'),
      moment(4, 9000, 'appended', 6, 't-1'),
      moment(5, 14_000, 'appended', 6, 't-4'),
    ];
    expect(groups(timeline(moments, { partitions, acts: [byHand(2, 100)] }), 't-4')).toEqual([
      [2, 1],
      [3, 1],
      [5, 1],
    ]);
  });
});

it('captions are among the groups, each with what happens at its place', () => {
  const line = timeline([moment(3, 100), moment(7, 9000)], { captions: [caption(3, 100), caption(5, 400)] });
  expect(groupsOf(line, line.end).map(({ place, captions, count }) => [place.position, captions, count])).toEqual([
    [3, 1, 1],
    [5, 1, 0],
    [7, 0, 1],
  ]);
});

it('a hundred thousand moments are grouped while nobody has to wait', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => moment(i + 1, i * 700, `kind-${i % 7}`, 6, i % 2 ? p0 : p1));
  const captions = Array.from({ length: 500 }, (_, i) => caption(i * 200, i * 140_000, [p0]));
  const acts = Array.from({ length: 500 }, (_, i) => byHand(i * 200 + 90, i * 140_000));
  const begin = performance.now();
  expect(groupsOf(timeline(many, { captions, acts }), { position: 100_000, time: 1e9 }).length).toBeGreaterThan(10_000);
  expect(performance.now() - begin).toBeLessThan(2_000);
});
