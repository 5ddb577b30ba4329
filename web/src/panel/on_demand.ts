// Panels that the first picture does not show are a script of their own, fetched when the first of them is drawn, or once
// there is nothing else to do. Until it is there, their places are empty.

import { html, nothing } from 'lit/html.js';
import { panelMissing } from '../text/trouble';

type Loaded = typeof import('./panels');
type Panels = Omit<Loaded, 'style'>;

/** After a failure the next try waits so long (ms): a panel is drawn many times a second. */
const TRY_AGAIN = 3_000;

let panels: Loaded | null = null;
let coming: Promise<void> | null = null;
/** The last try failed. */
let isMissing = false;
const redraws = new Set<() => void>();

function drawAgain(): void {
  for (const redraw of redraws) redraw();
}

/** Never rejects. */
export function fetchPanels(): Promise<void> {
  coming ??= import('./panels').then(
    (loaded) => {
      panels = loaded;
      drawAgain();
    },
    () => {
      isMissing = true;
      drawAgain();
      setTimeout(() => {
        coming = null;
        drawAgain();
      }, TRY_AGAIN);
    },
  );
  return coming;
}

/** Calls back when the panels are there that were drawn empty before. Gives back how to stop that. */
export function onArrival(redraw: () => void): () => void {
  redraws.add(redraw);
  return () => redraws.delete(redraw);
}

/** Their style sheet; none before they are there. */
export function panelsStyle(): string | null {
  return panels?.style ?? null;
}

/** One of the panels, to be drawn as a function; its script is fetched when it is needed. */
export function onDemand<Name extends keyof Panels>(name: Name) {
  return (isNeeded: boolean, ...args: Parameters<Panels[Name]>): unknown => {
    if (panels !== null) return (panels[name] as (...args: unknown[]) => unknown)(...args);
    if (!isNeeded) return nothing;
    void fetchPanels();
    return isMissing ? html`<p class="loading" role="status">${panelMissing}</p>` : nothing;
  };
}
