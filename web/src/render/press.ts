// Asking for the menu of a thing: the second button of a pointer, the menu key, or a finger that stays.

/** So long (ms) and so still (px) a finger has to stay. */
const STAYS = 500;
const STILL = 10;

export function onMenuAsked(root: HTMLElement, ask: (event: Event) => void): void {
  root.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    ask(event);
  });
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    ask(event);
  });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let asked = false;
  const stop = () => clearTimeout(waiting);
  root.addEventListener('pointerdown', (event) => {
    asked = false;
    stop();
    if (event.pointerType !== 'touch') return;
    from = { x: event.clientX, y: event.clientY };
    // The path is only known while the event is under way.
    const path = event.composedPath();
    waiting = setTimeout(() => {
      asked = true;
      ask(Object.defineProperty(new Event('press'), 'composedPath', { value: () => path }));
    }, STAYS);
  });
  root.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > STILL) stop();
  });
  for (const end of ['pointerup', 'pointercancel']) root.addEventListener(end, stop);
  // The click that ends a long press is no click.
  root.addEventListener(
    'click',
    (event) => {
      if (asked) event.stopImmediatePropagation();
      asked = false;
    },
    { capture: true },
  );
}
