// The page looks as in the pictures that were looked at and kept (`web/test/golden/pictures`), within a tolerance that other
// fonts need; and that tolerance is not too wide to notice what is missing.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { PNG } from 'pngjs';
import { difference, kept, tolerance } from '../golden/picture.mjs';
import { takeAll } from '../golden/shots.mjs';
import { openSite } from './site.mjs';

const folder = 'web/test/golden/pictures';
const golden = (name) => readFileSync(`${folder}/${name}.png`);
let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

test('every picture is as it was kept, and every kept one is taken', async () => {
  const different = [];
  const taken = [];
  await takeAll(site, (name, bytes) => {
    taken.push(`${name}.png`);
    const share = difference(golden(name), kept(bytes));
    if (share > tolerance) different.push(`${name}: ${(share * 100).toFixed(1)} % of it differs`);
  });
  assert.deepEqual(different, [], 'look at what changed; `npm run bless` keeps it');
  assert.deepEqual(taken.toSorted(), readdirSync(folder).toSorted());
});

/** A kept picture in which a part, in shares of its width and height, has the colour of its ground. */
function without(name, [left, top, right, bottom]) {
  const picture = PNG.sync.read(golden(name));
  const { width, height, data } = picture;
  const ground = (Math.floor(top * height) * width + Math.floor(left * width)) * 4;
  for (let y = Math.floor(top * height); y < bottom * height; y++) {
    for (let x = Math.floor(left * width); x < right * width; x++) {
      data.copyWithin((y * width + x) * 4, ground, ground + 4);
    }
  }
  return PNG.sync.write(picture);
}

test('a picture without its side, its log or its time line, of another moment, or in the other theme is another picture', () => {
  const name = 'desktop-light-committed';
  assert.equal(difference(golden(name), golden(name)), 0);
  for (const [what, other] of Object.entries({
    side: without(name, [0.78, 0.07, 1, 0.82]),
    'first row of the board': without(name, [0, 0.31, 0.76, 0.6]),
    'time line': without(name, [0.2, 0.84, 1, 1]),
    'another moment': golden('desktop-light-elected'),
    'the other theme': golden('desktop-dark-committed'),
    'another size': golden('tablet-light-committed'),
  })) {
    const share = difference(golden(name), other);
    assert.ok(share > tolerance, `${what}: only ${(share * 100).toFixed(1)} % differs`);
  }
});
