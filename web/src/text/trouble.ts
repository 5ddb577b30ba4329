// What went wrong and what to do, in one tone whoever is at fault.

export type Trouble =
  | { kind: 'no-webassembly' }
  | { kind: 'engine-did-not-load'; detail: string }
  | { kind: 'story-unknown'; name: string; names: readonly string[] }
  | { kind: 'story-broken'; message: string }
  | { kind: 'engine-stopped'; position: number; rebuilt: number }
  | { kind: 'engine-stopped-for-good' }
  /** Its words come with what opens links. */
  | { kind: 'link'; words: TroubleText };

export interface TroubleText {
  title: string;
  text: string;
  /** Label of the way on. */
  way: 'try-again' | 'first-story' | 'start-again' | 'play-anyway' | null;
  /** Worth knowing, and nothing went wrong. */
  calm?: boolean;
}

/** What is loaded on demand did not come. */
export const partMissing: TroubleText = {
  title: 'A part of this page could not be loaded.',
  text: 'Nothing that was done is lost. The connection may be back by now: the same again is worth a try.',
  way: 'first-story',
};

/** In the place of a panel that did not come. */
export const panelMissing =
  'This part of the page could not be loaded. Nothing that was done is lost; it is tried again every few seconds.';

export function troubleText(trouble: Trouble): TroubleText {
  switch (trouble.kind) {
    case 'link':
      return trouble.words;
    case 'no-webassembly':
      return {
        title: 'This browser does not run WebAssembly.',
        text: "The cluster is simulated by a WebAssembly module. A browser of the last years runs it, unless its settings or this page's content security policy forbid it: the policy needs 'wasm-unsafe-eval'.",
        way: null,
      };
    case 'engine-did-not-load':
      return {
        title: 'The engine could not be loaded.',
        text: `Found: ${trouble.detail}. Right would be: the files that came with the script beside it, highwater-playground.wasm among them. The connection may be back by now.`,
        way: 'try-again',
      };
    case 'story-unknown':
      return {
        title: `There is no story called ${trouble.name}.`,
        text: `These there are: ${trouble.names.join(', ')}.`,
        way: 'first-story',
      };
    case 'story-broken':
      return {
        title: 'This story cannot be played.',
        text: trouble.message,
        way: 'first-story',
      };
    case 'engine-stopped':
      return {
        title: `The engine stopped on a mistake of ours at step ${thousands(trouble.position)}.`,
        text: `Your run was rebuilt up to step ${thousands(trouble.rebuilt)}, with what you did before.`,
        way: null,
      };
    case 'engine-stopped-for-good':
      return {
        title: 'The engine stopped on a mistake of ours, and your run could not be rebuilt.',
        text: 'The story itself can be played from its start.',
        way: 'start-again',
      };
  }
}

export const wayWords = {
  'try-again': 'Try again',
  'first-story': 'Play the first story',
  'start-again': 'Start again',
  'play-anyway': 'Play it anyway',
} as const;

/** Of a link that has the engine stop again. */
export const faultWords = {
  reproduces: 'This link reproduces it:',
  copy: 'Copy link',
  copied: 'Copied.',
  notCopied: 'Selected: copy it with the keys of your system.',
} as const;

export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
