// Pictures as they are kept and compared. Kept at half the size, with 16 shades of each colour: enough to look at, and small.
// Compared by blocks of 16 by 16 pixels of the screen, so that another machine's fonts and edges make no difference, but what
// is missing, moved or in another colour does.

import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Of the blocks, this share may differ. */
export const tolerance = 0.04;

/** How much a block's colour may differ, as pixelmatch counts: 0 to 1. */
const threshold = 0.06;

/** A screenshot as it is kept. */
export function kept(screenshot) {
  const small = smaller(PNG.sync.read(screenshot), 2);
  for (let i = 0; i < small.data.length; i++) small.data[i] = Math.round(small.data[i] / 17) * 17;
  return PNG.sync.write(small, { deflateLevel: 9, colorType: 2 });
}

/** The share of blocks in which two kept pictures differ; all of them when their sizes do. */
export function difference(one, other) {
  const [a, b] = [one, other].map((bytes) => smaller(PNG.sync.read(bytes), 8));
  if (a.width !== b.width || a.height !== b.height) return 1;
  return pixelmatch(a.data, b.data, null, a.width, a.height, { threshold, includeAA: true }) / (a.width * a.height);
}

/** Each block of `by` times `by` pixels becomes one, of their mean colour. */
function smaller(picture, by) {
  const [width, height] = [Math.floor(picture.width / by), Math.floor(picture.height / by)];
  const small = new PNG({ width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let dy = 0; dy < by; dy++) {
          for (let dx = 0; dx < by; dx++)
            sum += picture.data[((y * by + dy) * picture.width + x * by + dx) * 4 + channel];
        }
        small.data[(y * width + x) * 4 + channel] = Math.round(sum / (by * by));
      }
    }
  }
  return small;
}
