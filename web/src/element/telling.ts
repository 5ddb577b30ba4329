// What an element tells the page that it stands in, as events.

import type { State } from '../model/state';
import { type Trouble, troubleText } from '../text/trouble';

export class Telling {
  readonly #host: HTMLElement;
  #position: number | null = null;
  #trouble: State['trouble'] = null;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** There is a story that can be played. */
  ready(): void {
    this.#host.dispatchEvent(new Event('highwater-ready'));
  }

  /** Tells what has changed. */
  shows({ shown, trouble }: State): void {
    if (shown !== null && shown.position !== this.#position) {
      this.#position = shown.position;
      const { position, board, timeline } = shown;
      const caption = timeline.captions.findLast((caption) => caption.position <= position)?.id ?? null;
      this.#tell('highwater-position', { position, time: board.time - timeline.begin.time, caption });
    }
    if (trouble !== null && trouble !== this.#trouble) this.trouble(trouble);
    this.#trouble = trouble;
  }

  trouble(trouble: Trouble): void {
    const { title, text } = troubleText(trouble);
    this.#tell('highwater-trouble', { kind: trouble.kind, message: `${title} ${text}` });
  }

  #tell(name: string, detail: object): void {
    this.#host.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
