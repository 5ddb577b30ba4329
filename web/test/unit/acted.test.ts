import { expect, it } from 'vitest';
import registry from '../../../crates/scenario/src/language/registry.rs?raw';
import { actedCaption, captioned } from '../../src/text/acted';
import { comingAct } from '../../src/text/coming';

it.each(captioned)('%s exists, and its caption is short', (command) => {
  expect(registry).toContain(`name: "${command}"`);
  const { headline, text } = actedCaption(`${command} b1`);
  expect(headline.split(' ').length, headline).toBeLessThanOrEqual(12);
  expect(text).toMatch(/\.$/);
});

it('says what was done, by the names of things', () => {
  expect(actedCaption('crash b1').headline).toBe('You crashed broker 1.');
  expect(actedCaption('crash b1 b2 c1').headline).toBe('You crashed broker 1, broker 2 and controller 1.');
  expect(actedCaption('slow-disk b1 b2 by=20ms').headline).toBe(
    'Each append of broker 1 and broker 2 takes longer now.',
  );
  expect(actedCaption('start b1 b2').text).toMatch(/^They register, ask each leader where their last epoch ended/);
  expect(actedCaption('produce t key="k{n}" first=1 value=v count=5 rate=50 acks=1').headline).toBe(
    'Your 5 records go to t with acks=1, 50 a second.',
  );
  expect(actedCaption('reassign t-0 replicas=2,3').text).toMatch(/^It is to have replicas 2,3\./);
  expect(actedCaption('rule truncation-by-epoch off').headline).toBe('You took the rule truncation-by-epoch away.');
  expect(actedCaption('elect preferred t-0').text).toMatch(/leads t-0 again/);
  expect(actedCaption('config topic t min.insync.replicas=1').text).toContain('min.insync.replicas=1');
});

it('names what the story is about to do to a process, and nothing else that it does', () => {
  expect(comingAct('crash b1')).toBe('crash broker 1');
  expect(comingAct('stop b1 b2')).toBe('stop broker 1 and broker 2');
  expect(comingAct('produce orders.placed key=k')).toBeNull();
});
