import { expect, it } from 'vitest';
import registry from '../../../crates/scenario/src/language/registry.rs?raw';
import { actedCaption, captioned } from '../../src/text/acted';

it.each(captioned)('%s exists, and its caption is short', (command) => {
  expect(registry).toContain(`name: "${command}"`);
  const { headline, text } = actedCaption(`${command} b1`);
  expect(headline.split(' ').length, headline).toBeLessThanOrEqual(12);
  expect(text).toMatch(/\.$/);
});

it('says what was done, by the names of things', () => {
  expect(actedCaption('crash b1').headline).toBe('You crashed broker 1.');
  expect(actedCaption('elect preferred t-0').text).toMatch(/leads t-0 again/);
  expect(actedCaption('config topic t min.insync.replicas=1').text).toContain('min.insync.replicas=1');
});
