// Types of <highwater-playground>. README.md says what everything does.

export interface HighwaterPosition {
  /** Steps applied since the run began. */
  position: number;
  /** µs of model time since the story's begin. */
  time: number;
  /** The id of the caption in force; none before the first one. */
  caption: string | null;
}

export interface HighwaterTrouble {
  kind:
    | 'no-webassembly'
    | 'engine-did-not-load'
    | 'story-unknown'
    | 'story-broken'
    | 'engine-stopped'
    | 'engine-stopped-for-good'
    | 'link';
  message: string;
}

export interface HighwaterPlaygroundEventMap extends HTMLElementEventMap {
  'highwater-ready': Event;
  'highwater-position': CustomEvent<HighwaterPosition>;
  'highwater-trouble': CustomEvent<HighwaterTrouble>;
}

export class HighwaterPlayground extends HTMLElement {
  story: string | null;
  at: string | null;
  controls: string | null;
  theme: string | null;
  link: string | null;
  readonly position: number | undefined;
  readonly playing: 'forwards' | 'backwards' | undefined;
  readonly digest: string | undefined;
  readonly text: string | undefined;
  play(direction?: 'forwards' | 'backwards'): void;
  pause(): void;
  step(by?: 1 | -1): void;
  seek(place: number | string): void;
  addEventListener<Name extends keyof HighwaterPlaygroundEventMap>(
    type: Name,
    listener: (this: HighwaterPlayground, event: HighwaterPlaygroundEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HighwaterPlaygroundEventMap>(
    type: Name,
    listener: (this: HighwaterPlayground, event: HighwaterPlaygroundEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'highwater-playground': HighwaterPlayground;
  }
}
