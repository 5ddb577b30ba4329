// Keys that count anywhere in the playground, but not where somebody types.

import type { Send } from '../model/intent';
import type { State } from '../model/state';

export function anywhereKey(event: KeyboardEvent, state: State, send: Send): void {
  if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
  if (event.ctrlKey || event.metaKey) {
    const again = event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey);
    if (!again && event.key !== 'z') return;
    event.preventDefault();
    send({ want: again ? 'redo' : 'undo' });
    return;
  }
  switch (event.key) {
    case ',':
      send({ want: 'step', by: -1 });
      return;
    case '.':
      send({ want: 'step', by: 1 });
      return;
    case '?':
      send({ want: 'help', open: true });
      return;
    case 'Escape':
      if (state.helpOpen) return;
      if (state.console !== null) send({ want: 'close-console' });
      else if (state.ledger !== null) send({ want: 'ledger', open: false });
      else if (state.selected !== null) send({ want: 'select', thing: null });
      return;
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['range', 'radio', 'checkbox'].includes(target.type);
}
