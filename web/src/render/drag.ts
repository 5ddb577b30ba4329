// Dragging the line between two processes away from where it is drawn: the further, the longer its messages take. A pointer and
// a finger can; the same is an entry of the connection's menu.

import type { Thing } from '../model/thing';
import { html, write } from './nodes';
import { meaningOf } from './things';

type Connection = Thing & { kind: 'connection' };

interface Drag {
  link: Connection;
  x: number;
  y: number;
  /** ms for each message; 0 as long as it is no further than a hand shakes. */
  by: number;
}

/** px. */
const STILL = 12;

export function onLinkDragged(
  root: HTMLElement,
  /** Of a message or a waiting request it is its connection. */
  linkOf: (thing: Thing) => Thing,
  said: (link: Connection, by: number) => string,
  slow: (link: Connection, by: number) => void,
): void {
  const note = html('div', 'hw-drag');
  note.setAttribute('aria-hidden', 'true');
  note.hidden = true;
  root.append(note);
  let drag: Drag | null = null;
  let dragged = false;
  const end = () => {
    drag = null;
    note.hidden = true;
  };
  root.addEventListener('pointerdown', (event) => {
    dragged = false;
    const found = event.button === 0 ? meaningOf(event.composedPath())?.meaning.thing : undefined;
    const thing = found && linkOf(found);
    const isLink = thing?.kind === 'connection' && thing.to !== null;
    drag = isLink ? { link: thing, x: event.clientX, y: event.clientY, by: 0 } : null;
  });
  root.addEventListener('pointermove', ({ clientX, clientY, pointerId }) => {
    if (drag === null) return;
    drag.by = latencyAt(Math.hypot(clientX - drag.x, clientY - drag.y));
    if (drag.by > 0 && !root.hasPointerCapture(pointerId)) root.setPointerCapture(pointerId);
    note.hidden = drag.by === 0;
    note.style.setProperty('--x', `${clientX}px`);
    note.style.setProperty('--y', `${clientY}px`);
    write(note, said(drag.link, drag.by));
  });
  root.addEventListener('pointerup', () => {
    if (drag !== null && drag.by > 0) {
      dragged = true;
      slow(drag.link, drag.by);
    }
    end();
  });
  root.addEventListener('pointercancel', end);
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && end());
  // The click that ends a drag is no click.
  root.addEventListener(
    'click',
    (event) => {
      if (dragged) event.stopImmediatePropagation();
      dragged = false;
    },
    { capture: true },
  );
}

/** Two digits of ms, growing with the square of the way: 1 ms near by, 1 s at 320 px. */
export function latencyAt(way: number): number {
  if (way < STILL) return 0;
  const exact = Math.max(1, (way * way) / 100);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.round(exact / unit) * unit;
}
