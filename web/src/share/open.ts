// From a fragment to the story it names, with what there is to say about it.

import type { Engine } from '../engine/engine';
import type { Linked, OpenedLink } from '../model/linked';
import { linkNews, linkTrouble } from '../text/share';
import type { TroubleText } from '../text/trouble';
import { hash } from './hash';
import { type LinkWrong, readLink } from './link';

/** `storyHash` is that of the one story of a reel, which has not its text as it is shipped. */
export async function openLink(
  fragment: string,
  engine: Engine,
  storyHash?: string,
): Promise<OpenedLink | { trouble: TroubleText }> {
  if (typeof DecompressionStream === 'undefined') return { trouble: linkTrouble.noUnpacking };
  const read = await readLink(fragment);
  return 'wrong' in read ? { trouble: troubleOf(read.wrong) } : found(read.linked, engine, storyHash);
}

/** The shipped story that a link shows as it is, with nothing done in it: a reel may have that moment. */
export async function storyAsItIs(fragment: string): Promise<string | null> {
  if (typeof DecompressionStream === 'undefined') return null;
  const read = await readLink(fragment);
  if ('wrong' in read) return null;
  const { story, byHand } = read.linked;
  return 'name' in story && byHand === '' ? story.name : null;
}

function found(linked: Linked, engine: Engine, storyHash?: string): OpenedLink | { trouble: TroubleText } {
  const { story } = linked;
  if ('text' in story) {
    return opened(linked, { text: story.text, head: { name: null, title: '', summary: '' } }, true, engine);
  }
  const listing = engine.stories().find(({ name }) => name === story.name);
  if (listing === undefined) return { trouble: linkTrouble.storyUnknown(story.name) };
  const text = engine.storyText(listing.name);
  return opened(linked, { text, head: listing }, (storyHash ?? hash(text)) === story.hash, engine);
}

function opened(
  linked: Linked,
  story: Pick<OpenedLink, 'text' | 'head'>,
  isSameStory: boolean,
  engine: Engine,
): OpenedLink {
  return {
    linked,
    ...story,
    isAsMade: isSameStory && linked.engine === engine.engineVersion(),
    judge: (outcome) =>
      linkNews({
        made: linked.engine,
        here: engine.engineVersion(),
        isSameStory,
        isSameOutcome: outcome === linked.outcome,
      }),
    broken: ({ code, message }) => (code === 'too-much-work' ? linkTrouble.long(message) : linkTrouble.broken(message)),
  };
}

function troubleOf(wrong: LinkWrong): TroubleText {
  switch (wrong.kind) {
    case 'damaged':
      return linkTrouble.damaged;
    case 'too-long':
      return linkTrouble.tooLong;
    case 'newer':
      return linkTrouble.newer(wrong.version);
    case 'unreadable':
      return linkTrouble.unreadable(wrong.field);
  }
}
