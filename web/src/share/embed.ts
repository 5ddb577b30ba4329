// The markup of an embed: the script, and the element with what stands in its place until it is looked at, in print, and
// where there is no script: the picture of the moment, its words, and a link to play it.

import { shareWords } from '../text/share';
import { escaped, plain } from './picture/markup';

export interface Embed {
  /** Address of the script. */
  script: string;
  /** The fragment that leads to the moment. */
  link: string;
  /** The page that opens it. */
  page: string;
  bare: boolean;
  picture: string;
  /** Beside the picture: what is so at this moment, a sentence or two. */
  words: string;
}

export function embedMarkup({ script, link, page, bare, picture, words }: Embed): string {
  const controls = bare ? ' controls="minimal"' : '';
  // As wide as the text it stands in. By an attribute: a strict content security policy takes no style from a page.
  const shrinking = picture.replace(/ width="[\d.]+" height="[\d.]+" role/, ' width="100%" role');
  return [
    `<script type="module" src="${escaped(script)}"></script>`,
    `<highwater-playground link="${escaped(link)}"${controls}>`,
    shrinking,
    `<p>${escaped(plain(words))} <a href="${escaped(page + link)}">${escaped(shareWords.playIt)}</a></p>`,
    '</highwater-playground>',
    '',
  ].join('\n');
}
