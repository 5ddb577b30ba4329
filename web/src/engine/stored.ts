// What is known of shipped stories without the engine, and how it comes: the little that an element needs before its own
// script is there. `NAME.reel` has one story (reel.ts), `all.stories` the list of all.

/** One object, so that the script that is loaded later is handed it and does not import it: a file less. */
export const stored = {
  /** The story that is played when none is asked for. */
  first: 'the_life_of_a_batch',
  fetch: fetchStored,
};

export type Stored = typeof stored;

/** A file beside the script, unpacked; nothing when there is none, or when this browser cannot unpack it. Never rejects. */
async function fetchStored(file: string): Promise<string | null> {
  if (!/^\w+\.\w+$/.test(file)) return null;
  try {
    // Gzipped whatever the server does.
    const answer = await fetch(new URL(/* @vite-ignore */ `./stories/${file}`, import.meta.url));
    if (!answer.ok || answer.body === null) return null;
    return await new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).text();
  } catch {
    return null;
  }
}
