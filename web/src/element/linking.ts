// Links into an element and out of it. One is opened by what is loaded on demand; the element that is the page keeps the address
// at what it shows whenever that rests, so that the address can be copied, kept and loaded again.

import type { Engine, EngineRoom } from '../engine/engine';
import type { OpenedLink } from '../model/linked';
import type { State } from '../model/state';
import type { Store } from '../model/store';
import { partMissing, type TroubleText } from '../text/trouble';

/** What is shown rests this long (ms) before the address says so: browsers allow a hundred changes in half a minute. */
const REST = 700;

export interface LinkedElement extends HTMLElement {
  readonly link: string | null;
}

interface OnReel {
  room: EngineRoom;
  opened: OpenedLink;
}

export class Linking {
  readonly #host: LinkedElement;
  readonly #came: () => void;
  #trouble: State['trouble'] = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `came` is called when the address has another link. */
  constructor(host: LinkedElement, came: () => void) {
    this.#host = host;
    this.#came = came;
    addEventListener('hashchange', this.#changed);
  }

  end(): void {
    removeEventListener('hashchange', this.#changed);
    clearTimeout(this.#timer);
  }

  /** What a link leads to, or what is wrong with it. */
  async read(link: string, engine: Engine): Promise<OpenedLink | { trouble: TroubleText }> {
    const share = await import('../share/open').catch(() => null);
    return share === null ? { trouble: partMissing } : share.openLink(link, engine);
  }

  /** Likewise, on the reel of the story that the link shows as it is; null where only the engine can show it. */
  async readOnReel(link: string, reelOf: (story: string) => Promise<EngineRoom | null>): Promise<OnReel | null> {
    const share = await import('../share/open').catch(() => null);
    const story = (await share?.storyAsItIs(link)) ?? null;
    const room = story === null ? null : await reelOf(story);
    if (share === null || room === null) return null;
    const opened = await share.openLink(link, room.engine, room.recorded?.hash);
    return 'trouble' in opened || opened.head.name !== story ? null : { room, opened };
  }

  /** Something may have changed on screen. */
  shows({ playing, touched, shown, trouble }: State, store: Store): void {
    if (trouble !== this.#trouble && trouble?.kind === 'engine-stopped') void this.#writeFault(store, trouble);
    this.#trouble = trouble;
    clearTimeout(this.#timer);
    if (!this.#host.hasAttribute('fragment') || !touched || playing !== null || shown === null) return;
    this.#timer = setTimeout(() => void this.#write(store), REST);
  }

  /** Puts a link into the address, without an entry of its own in the history. */
  keep(link: string): void {
    if (!this.#host.hasAttribute('fragment') || link === location.hash) return;
    try {
      history.replaceState(history.state, '', link);
    } catch {
      // The browser found these changes too many, or the page is not one that may change its address: it stays as it is.
    }
  }

  async #write(store: Store): Promise<void> {
    const share = await import('../share/make').catch(() => null);
    const { shown } = store.state;
    const link = await share?.makeLink(store);
    if (link && store.state.shown === shown) this.keep(link);
  }

  /** For whoever mends the engine. */
  async #writeFault(store: Store, trouble: State['trouble']): Promise<void> {
    const [share, address] = await Promise.all([import('../share/make'), import('../share/address')]).catch(() => []);
    const link = await share?.makeFaultLink(store);
    if (link && address && store.state.trouble === trouble) store.faultLink = address.pageAddress(this.#host) + link;
  }

  readonly #changed = (): void => {
    if (this.#host.hasAttribute('fragment') && this.#host.link === location.hash) this.#came();
  };
}
