import { expect, it } from 'vitest';
import { latencyAt } from '../../src/render/drag';

it.each([
  [0, 0],
  [11, 0],
  [12, 1],
  [50, 25],
  [100, 100],
  [123, 150],
  [320, 1000],
])('a line dragged %d px aside takes %d ms longer', (way, ms) => {
  expect(latencyAt(way)).toBe(ms);
});
