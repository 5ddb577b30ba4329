// Times and offsets are written the same everywhere on the page.

import { expect, test } from 'vitest';
import { duration, offsets } from '../../src/text/quantity';

test.each([
  [0, '0 µs'],
  [450, '450 µs'],
  [1_200, '1.2 ms'],
  [999_950, '1 s'],
  [31_200_000, '31.2 s'],
  [252_000_000, '4 min 12 s'],
])('%i µs is written %s', (micros, written) => {
  expect(duration(micros)).toBe(written);
});

test('one record has an offset, several have a range', () => {
  expect([offsets(42, 1), offsets(42, 3)]).toEqual(['offset 42', 'offsets 42–44']);
});
