// What a screen reader hears on step, pause and stop: the moment, not a running commentary.

import type { Caption, Happened } from '../engine/view';
import { logLines } from './happened';
import { clock } from './quantity';

export function spokenMoment(time: number, caption: Caption | null, events: readonly Happened[]): string {
  const sentences = logLines(events).map(({ partition, text }) =>
    partition === null ? text : `${partition}: ${text}`,
  );
  const headline = caption === null ? [] : [`${caption.headline} ${caption.text}`];
  return [`${clock(time)} s.`, ...headline, ...sentences].join(' ');
}
