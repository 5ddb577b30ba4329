// The messages of the overview for those who hear the board or reach it by keys: one stop for each, where its first mark is.

import type { Board } from '../engine/view';
import { type MarkScene, markSpot } from '../scene/mark';
import { messageLabel } from '../scene/motion';
import { nameOf } from '../scene/name';
import { boardText as text } from '../text/board';
import { type Drawn, html, Keyed, write } from './nodes';
import type { Stops } from './stops';

interface Stop {
  message: string;
  said: string;
  x: number;
  y: number;
}

/** More than this nobody goes through one by one. */
const most = 64;

export class OverviewMarks {
  readonly element = html('ul', 'hw-mark-stops');
  readonly #stops: Keyed<Stop>;

  constructor(stops: Stops) {
    this.element.setAttribute('aria-label', text.onTheWay);
    this.#stops = new Keyed<Stop>(
      this.element,
      ({ message }) => message,
      (stop) => draw(stop, stops),
    );
  }

  /** `top`: px of the list that are above what is in view. */
  update(board: Board, marks: readonly MarkScene[], top: number, time: number, still: boolean): void {
    const first = new Map<string, MarkScene>();
    for (const mark of marks) if (first.size < most && !first.has(mark.message)) first.set(mark.message, mark);
    this.#stops.sync(
      board.messages.flatMap((message): Stop[] => {
        const mark = first.get(message.key);
        if (mark === undefined) return [];
        const { api, from, to, parts } = message;
        const what = messageLabel(message, parts[0] ?? null, 'wide');
        const said = text.messageSaid(api, nameOf(board, from), nameOf(board, to), what);
        const { x, y } = markSpot(mark, time, still);
        return [{ message: message.key, said, x, y: y - top }];
      }),
    );
  }
}

function draw({ message }: Stop, stops: Stops): Drawn<Stop> {
  const words = html('span', 'hw-said');
  const button = html('span', 'hw-mark-stop', words);
  button.setAttribute('role', 'button');
  stops.add(button, `way|${message}`, { thing: { kind: 'message', key: message } });
  return {
    element: html('li', '', button),
    update: ({ said, x, y }) => {
      stops.byKey.set(`way|${message}`, button);
      button.style.transform = `translate(${Math.round(x - 12)}px, ${Math.round(y - 12)}px)`;
      return write(words, said);
    },
  };
}
