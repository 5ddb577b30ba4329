import { describe, expect, it } from 'vitest';
import type { Mark } from '../../src/engine/view';
import { CourseBuilder, placeAt, wallOf } from '../../src/model/course';

const mark = (position: number, time: number): Mark => ({ position, time });

/** From (10, 0) to (14, 1000) in 100 ms, a hold of 50 ms, then a fold to (30, 9_001_000) in 200 ms. */
function course() {
  const builder = new CourseBuilder(mark(10, 0));
  builder.go('travel', mark(14, 1000), 100);
  builder.go('hold', mark(14, 1000), 50);
  builder.go('fold', mark(30, 9_001_000), 200);
  return builder.build();
}

describe('a place at a wall time', () => {
  it.each([
    [0, 0, 10, 13],
    [50, 500, 10, 13],
    // What happens at 1000 is shown when the hold begins, not before.
    [100, 1000, 14, 14],
    [149, 1000, 14, 14],
    [250, 4_501_000, 14, 29],
    [350, 9_001_000, 30, 30],
    // Beyond the ends it is the ends.
    [-5, 0, 10, 13],
    [999, 9_001_000, 30, 30],
  ])('at %d ms is time %d between positions %d and %d', (wall, time, least, most) => {
    expect(placeAt(course(), wall)).toMatchObject({ time, least, most });
  });
});

describe('the wall time of a place', () => {
  it('is the begin of a hold, or its end for one who leaves', () => {
    expect(wallOf(course(), mark(14, 1000))).toBe(100);
    expect(wallOf(course(), mark(14, 1000), true)).toBe(150);
  });

  it('is found between two anchors by the time', () => {
    expect(wallOf(course(), mark(12, 500))).toBe(50);
    expect(wallOf(course(), mark(20, 4_501_000), true)).toBe(250);
  });

  it('goes there and back for every place', () => {
    for (let wall = 0; wall <= 350; wall += 7) {
      const place = placeAt(course(), wall);
      if (place === undefined || place.leg.gait === 'hold') continue;
      expect(wallOf(course(), mark(place.least, place.time), true)).toBeCloseTo(wall, 6);
    }
  });

  it('is an end for what lies outside', () => {
    expect(wallOf(course(), mark(2, -50))).toBe(0);
    expect(wallOf(course(), mark(99, 99_000_000))).toBe(350);
  });
});
