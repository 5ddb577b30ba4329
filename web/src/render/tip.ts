// The words beside what the pointer is over: what its sign stands for. The table says the same to those who hear it.

import type { Board, MessageView, ParkedView } from '../engine/view';
import type { Thing } from '../model/thing';
import { nameOf } from '../scene/name';
import { boardText as text } from '../text/board';
import { html, write } from './nodes';
import type { Meaning } from './things';

/** Fields of a message that fit a tip; the inspector has all. */
export const tipFields = 6;

export class Tip {
  readonly element = html('div', 'hw-tip');

  constructor() {
    this.element.hidden = true;
    this.element.setAttribute('aria-hidden', 'true');
  }

  show(board: Board, { thing, said }: Meaning, near: DOMRect, within: DOMRect): void {
    const lines = said !== undefined ? [said] : thing ? linesOf(board, thing) : [];
    this.element.hidden = lines.length === 0;
    write(this.element, lines.join('\n'));
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const x = Math.min(Math.max(0, near.left - within.left), Math.max(0, within.width - width));
    const below = near.bottom - within.top + 6;
    const y =
      below + height > within.height && near.top - within.top > height + 6 ? near.top - within.top - height - 6 : below;
    this.element.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px)`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}

function linesOf(board: Board, thing: Thing): string[] {
  switch (thing.kind) {
    case 'record':
      return recordLines(board, thing);
    case 'message': {
      const message = board.messages.find(({ key }) => key === thing.key);
      return message ? messageLines(board, message) : [];
    }
    case 'parked': {
      const parked = board.parked.find(({ key }) => key === thing.key);
      return parked ? parkedLines(board, parked) : [];
    }
    default:
      return [];
  }
}

function recordLines(board: Board, thing: Thing & { kind: 'record' }): string[] {
  const partition = board.partitions.find(({ name }) => name === thing.partition);
  const replica = partition?.replicas.find(({ broker }) => broker === thing.broker);
  const record = replica?.records.find(({ offset }) => offset === thing.offset);
  return record ? text.recordLines(record) : [];
}

function messageLines(board: Board, { api, from, to, fields: decoded }: MessageView): string[] {
  return [
    `${api}: ${text.from(nameOf(board, from), nameOf(board, to))}`,
    ...decoded.slice(0, tipFields).map(({ name, value }) => `${name} ${value}`),
  ];
}

function parkedLines(board: Board, { kind, from, parts, until }: ParkedView): string[] {
  const waits = parts.map(
    ({ partition, offset }) =>
      `${partition}: ${kind === 'produce' ? text.waitsForHighWatermark(offset) : text.waitsForRecord(offset)}`,
  );
  return [text.parkedFrom(nameOf(board, from)), ...waits, text.endsIn(Math.max(0, until - board.time))];
}
