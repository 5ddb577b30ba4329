// From a fragment to the story it names, with what there is to say about it.

import type { Engine } from '../engine/engine';
import type { Linked, OpenedLink } from '../model/linked';
import { linkNews, linkTrouble } from '../text/share';
import type { TroubleText } from '../text/trouble';
import { hash } from './hash';
import { type LinkWrong, readLink } from './link';

export async function openLink(fragment: string, engine: Engine): Promise<OpenedLink | { trouble: TroubleText }> {
  if (typeof DecompressionStream === 'undefined') return { trouble: linkTrouble.noUnpacking };
  const read = await readLink(fragment);
  return 'wrong' in read ? { trouble: troubleOf(read.wrong) } : found(read.linked, engine);
}

function found(linked: Linked, engine: Engine): OpenedLink | { trouble: TroubleText } {
  const { story } = linked;
  if ('text' in story) {
    return opened(linked, { text: story.text, head: { name: null, title: '', summary: '' } }, true, engine);
  }
  const listing = engine.stories().find(({ name }) => name === story.name);
  if (listing === undefined) return { trouble: linkTrouble.storyUnknown(story.name) };
  const text = engine.storyText(listing.name);
  return opened(linked, { text, head: listing }, hash(text) === story.hash, engine);
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
