// What is said about links, and the words of the dialog that shares.

import { clock, plural, sentenceCase } from './quantity';
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
  long: (message: string) => ({
    title: 'This link takes long to play.',
    text: `Its run is large or long, and the page stands still while it is played for the first time: seconds, or minutes. ${sentenceCase(message)}.`,
    way: 'play-anyway',
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

/** On a picture of a moment, and what is said of it. */
export const pictureWords = {
  foot: (story: string, time: number) => `${story} · at ${clock(time)} s · Highwater`,
  title: (story: string, time: number, headline: string | null) =>
    `${story}, at ${clock(time)} s${headline === null ? '' : `: ${headline}`}`,
  many: (partitions: number, brokers: number) => `${partitions} partitions on ${plural(brokers, 'broker')}.`,
} as const;

export const shareWords = {
  title: 'Share',
  close: 'Close',
  tabs: {
    link: 'Link',
    embed: 'Embed',
    story: 'Story',
    picture: 'Picture',
    text: 'Text',
    diagram: 'Sequence',
  },
  about: {
    link: 'Opens this story at this moment, with everything you did in it. It holds the story and your acts, not what came of them: whoever opens it plays the run again. Nothing is stored anywhere but in the link.',
    embed:
      'For any page of a documentation or a blog. Where there is no script, in print, and until somebody looks at it, the picture and the sentence stand there; then the playground opens at this moment.',
    story:
      'The whole run as a story: the lines that happened and what you did. It can be edited, kept in a file, and played by the command line.',
    picture: 'This moment as an SVG that needs nothing beside it.',
    text: 'What happened between two times, as the log tells it.',
    diagram:
      'The messages between two times in the language of Mermaid, which GitHub and many documentation tools draw.',
  },
  content: {
    link: 'The link',
    embed: 'The markup to paste',
    story: 'The story',
    picture: 'The picture as SVG',
    text: 'The text',
    diagram: 'The diagram',
  },
  copy: {
    link: 'Copy link',
    embed: 'Copy embed',
    story: 'Copy story',
    picture: 'Copy SVG',
    text: 'Copy text',
    diagram: 'Copy diagram',
  },
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. It is selected: press Ctrl+C, or ⌘C on a Mac.',
  download: 'Download SVG',
  downloaded: 'Downloaded.',
  fileName: (story: string) =>
    `${
      story
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'highwater'
    }.svg`,
  preview: 'What it looks like',
  bare: 'With the time bar only',
  dark: 'On dark paper',
  from: 'From',
  to: 'To',
  seconds: 's',
  wholeRun: 'The whole run',
  sinceCaption: 'Since the caption began',
  idle: 'with heartbeats and idle fetches',
  more: 'And more: the interval is too long to tell all of it.',
  lost: 'lost',
  onTheWay: 'on its way',
  partitions: (words: string, count: number) => `${words}, ${count} partitions`,
  playIt: 'Play it',
  tooLong: 'This run is too long for a link. Its story can be copied instead.',
  nothing: 'Nothing happened between these times.',
  ownStory: 'A story of my own',
  length: (letters: number) => `${letters} letters`,
} as const;
