// Where an element's story comes from: a shipped one at once from its reel, all else from the engine, which takes over from
// the reel when it is there.

import type { EngineRoom } from '../engine/engine';
import { type EngineLoad, loadEngine } from '../engine/load';
import { roomOf } from '../engine/recorded';
import { readReel } from '../engine/reel';
import type { Stored } from '../engine/stored';
import type { StoryListing } from '../engine/view';
import { fetchBeyond } from '../text/beyond';

/** What an element has asked for before its own script was there. */
export interface Coming {
  story: string;
  reel: Promise<string | null>;
}

export interface Receiver {
  /** Something waits for the engine. */
  engineWanted(): void;
  /** On a reel, another story is chosen. */
  storyWanted(name: string): void;
}

export class Supply {
  readonly #stored: Stored;
  readonly #receiver: Receiver;
  readonly #coming: Coming | null;
  #engine: Promise<EngineLoad> | null = null;
  /** All shipped stories, once they are known. */
  #stories: StoryListing[] = [];

  constructor(stored: Stored, receiver: Receiver, coming: Coming | null) {
    this.#stored = stored;
    this.#receiver = receiver;
    this.#coming = coming;
  }

  /** A room in which a shipped story plays from its reel, the first one when none is named; none when it has no reel. */
  async reel(name: string | null): Promise<EngineRoom | null> {
    const story = name ?? this.#stored.first;
    const asked = this.#coming?.story === story ? this.#coming.reel : this.#stored.fetch(`${story}.reel`);
    const text = await asked;
    return text === null ? null : roomOf(readReel(text), this.#stories, this.#receiver);
  }

  /** All shipped stories; none when they cannot be had without the engine. */
  async stories(): Promise<StoryListing[]> {
    const text = this.#stories.length > 0 ? null : await this.#stored.fetch('all.stories');
    if (text !== null) this.#stories = JSON.parse(text) as StoryListing[];
    return this.#stories;
  }

  /** The engine; after a failure the next call tries again. */
  engine(): Promise<EngineLoad> {
    this.#engine ??= engineAndWords().then((load) => {
      if ('failed' in load) this.#engine = null;
      return load;
    });
    return this.#engine;
  }
}

/** Both are on their way at once: what the engine answers can be said only with its words. */
async function engineAndWords(): Promise<EngineLoad> {
  const words = fetchBeyond().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const load = await loadEngine();
  const detail = await words;
  return detail === null || 'failed' in load ? load : { failed: { kind: 'engine-did-not-load', detail } };
}
