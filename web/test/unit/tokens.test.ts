// Every pair of colours that text uses reaches WCAG AA (4.5 to 1) in both themes. axe cannot see the text of drawings.

import { describe, expect, it } from 'vitest';
import { epochTones, tokens } from '../../src/tokens/tokens';

const themes = ['light', 'dark'] as const;

function colour(name: string, theme: (typeof themes)[number]): number[] {
  const [, light, dark] = tokens.match(new RegExp(`--hw-${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`)) ?? [];
  const hex = theme === 'light' ? light : dark;
  if (!hex) throw new Error(`no colour ${name}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function luminance(channels: number[]): number {
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const papers = ['paper', 'raised', 'panel'];
const inks = ['ink', 'quiet', 'accent', 'warning', 'error'];
const epochs = Array.from({ length: epochTones }, (_, tone) => `epoch-${tone}`);
const pairs = [
  ...papers.flatMap((paper) => inks.map((ink) => [ink, paper])),
  ...epochs.map((epoch) => ['on-epoch', epoch]),
  ...epochs.map((epoch) => [epoch, 'paper']),
  ['on-accent', 'accent'],
  ['quiet', 'hatch'],
  ['warning', 'hatch'],
] as [string, string][];

describe.each(themes)('in the %s theme', (theme) => {
  it.each(pairs)('%s is readable on %s', (ink, paper) => {
    expect(contrast(colour(ink, theme), colour(paper, theme))).toBeGreaterThanOrEqual(4.5);
  });
});
