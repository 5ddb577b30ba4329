// What is said about links, and the words of the dialog that shares.

import type { TroubleText } from './trouble';

/** What is wrong with a link, and the way on. */
export const linkTrouble = {
  damaged: {
    title: 'This link is damaged.',
    text: 'It was cut off or changed on its way, so it cannot be read. Right would be the whole address, from #v1. to its last letter.',
    way: 'first-story',
  },
  tooLong: {
    title: 'This link is too long.',
    text: 'It holds more than a story may have. What it says was not read.',
    way: 'first-story',
  },
  newer: (version: number) => ({
    title: 'This link is newer than this page.',
    text: `It has form ${version}, and this page reads form 1. Loading the page again brings the newest one.`,
    way: 'first-story',
  }),
  unreadable: (field: string) => ({
    title: 'This link cannot be read.',
    text: `Found something else than a link holds in its part ${field}. It was not made by Highwater, or changed since.`,
    way: 'first-story',
  }),
  noUnpacking: {
    title: 'This browser cannot unpack links.',
    text: 'A link is compressed; the browser has no DecompressionStream. One of the last years has.',
    way: 'first-story',
  },
  storyUnknown: (name: string) => ({
    title: `There is no story called ${name} here.`,
    text: 'The link names it. It was made with an engine that has it.',
    way: 'first-story',
  }),
  broken: (message: string) => ({
    title: 'The story of this link cannot be played.',
    text: message,
    way: 'first-story',
  }),
} as const satisfies Record<string, TroubleText | ((...of: never[]) => TroubleText)>;

/** How the run of a link came out, when that is worth a word. */
export function linkNews(of: {
  made: string;
  here: string;
  isSameStory: boolean;
  isSameOutcome: boolean;
}): TroubleText | null {
  const { made, here, isSameStory, isSameOutcome } = of;
  if (made === here && isSameStory && isSameOutcome) return null;
  const facts: string[] = [];
  if (made !== here) facts.push(`It was made with engine ${made}; this is ${here}.`);
  if (!isSameStory) facts.push('The story has been changed since; it is played as it is now.');
  const outcome = isSameOutcome
    ? 'What came of it by this moment is what the link says.'
    : 'What came of it by this moment is not what the link says: whoever made it saw something else.';
  const title = isSameOutcome ? 'This link is from another version, and comes out the same.' : otherwise(made === here);
  return { title, text: [...facts, outcome].join(' '), way: null, calm: isSameOutcome };
}

function otherwise(isSameEngine: boolean): string {
  return isSameEngine
    ? 'This link does not come out as it says.'
    : 'This link is from another version, and comes out otherwise.';
}
