// Where reels are, and how one comes: the little that an element needs before its own script is there.

/** The story that is played when none is asked for. */
export const FIRST_STORY = 'the_life_of_a_batch';

export type FetchReel = typeof fetchReel;

/** A story's reel, unread, or the first story's; nothing when there is none, or when this browser cannot unpack it. Never rejects. */
export async function fetchReel(story: string | null): Promise<string | null> {
  const name = story || FIRST_STORY;
  if (!/^\w+$/.test(name)) return null;
  try {
    // Reels lie beside the script, and are gzipped whatever the server does.
    const answer = await fetch(new URL(/* @vite-ignore */ `./stories/${name}.reel`, import.meta.url));
    if (!answer.ok || answer.body === null) return null;
    return await new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).text();
  } catch {
    return null;
  }
}
