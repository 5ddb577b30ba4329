import { describe, expect, it } from 'vitest';
import { withNext, withoutLast } from '../../src/model/by_hand';

const [first, second] = ['run to 1s steps=2', 'run to 3s'];
const whole = [first, 'crash b1', 'crash b2', second, 'start b1'].join('\n');

describe('what was done by hand', () => {
  it('loses its last act with what came before it only to place it', () => {
    expect(withoutLast(whole)).toEqual({
      byHand: [first, 'crash b1', 'crash b2', second].join('\n'),
      line: 'start b1',
    });
    expect(withoutLast(`${whole}\nrun to 9s`)?.line).toBe('start b1');
    expect(withoutLast([first, 'crash b1'].join('\n'))).toEqual({ byHand: '', line: 'crash b1' });
    expect(withoutLast('')).toBeNull();
  });

  it('gets one act more of another that begins like it', () => {
    expect(withNext('', whole)).toBe([first, 'crash b1'].join('\n'));
    expect(withNext([first, 'crash b1'].join('\n'), whole)).toBe([first, 'crash b1', 'crash b2'].join('\n'));
    expect(withNext([first, 'crash b1', 'crash b2', second].join('\n'), whole)).toBe(whole);
    expect(withNext(whole, whole)).toBeNull();
    expect(withNext([first, 'stop b1'].join('\n'), whole)).toBeNull();
  });
});
