// A moment and an interval in words, for a mail, an issue, a chat.

import type { Happened } from '../engine/view';
import { logLines } from '../text/happened';
import { clock } from '../text/quantity';
import { shareWords } from '../text/share';
import type { Interval } from './interval';
import { plain } from './picture/markup';

/** The log as the page tells it, with the captions where they begin. */
export function textOf({ captions, events, more }: Interval, story: string): string {
  const parts: { position: number; time: number; text: string[] }[] = [
    ...linesOf(events),
    ...captions.map(({ position, time, headline, text }) => ({ position, time, text: ['', headline, text, ''] })),
  ];
  // A caption stands after the step that led to it.
  const sorted = parts.toSorted((a, b) => a.position - b.position);
  const lines = [story, ...sorted.flatMap(({ text }) => text), ...(more ? ['', shareWords.more] : [])];
  return `${lines
    .map(plain)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function linesOf(events: readonly Happened[]): { position: number; time: number; text: string[] }[] {
  return logLines(events).map(({ position, time, text, partition }) => ({
    position,
    time,
    text: [`${clock(time)}  ${partition === null ? '' : `${partition}: `}${text}`],
  }));
}
