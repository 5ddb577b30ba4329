// Sentences for what only an engine answers, or only a person does. The first picture of a story does without them: they are a
// file that is fetched along with the engine.

type Beyond = typeof import('./because_beyond') & typeof import('./acted');

let loaded: Beyond | null = null;

/** To be waited for before anything is shown that an engine has answered. After a failure the next call tries again. */
export async function fetchBeyond(): Promise<void> {
  if (loaded !== null) return;
  const [because, acted] = await Promise.all([import('./because_beyond'), import('./acted')]);
  loaded = { ...because, ...acted };
}

export function beyond(): Beyond {
  if (loaded === null) throw new Error('The engine has answered before its words were there.');
  return loaded;
}
