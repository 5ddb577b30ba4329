// Takes the pictures of the built page anew: a part of `npm run bless`. Look at them before you commit them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { openSite } from '../browser/site.mjs';
import { kept } from './picture.mjs';
import { takeAll } from './shots.mjs';

export async function blessPictures() {
  const site = await openSite();
  mkdirSync('web/test/golden/pictures', { recursive: true });
  try {
    await takeAll(site, (name, bytes) => writeFileSync(`web/test/golden/pictures/${name}.png`, kept(bytes)));
  } finally {
    await site.close();
  }
}
