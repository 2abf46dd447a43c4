import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { nightName } from '#contract/words/artwork.ts';
import { COVER_ART } from './cover-art.ts';
import { SIZE } from './cover-shapes.ts';

const covers = join(import.meta.dirname, '../covers');

/** Relative luminance, WCAG 2.2. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

async function readPicture(file: string) {
  const pixels = await sharp(join(covers, file)).resize(SIZE, SIZE).removeAlpha().raw().toBuffer();
  return {
    at: (x: number, y: number) => {
      const start = 3 * (Math.round(y) * SIZE + Math.round(x));
      return luminance([...pixels.subarray(start, start + 3)]);
    },
    mean() {
      let sum = 0;
      for (let at = 0; at < pixels.length; at += 3)
        sum += luminance([...pixels.subarray(at, at + 3)]);
      return sum / (SIZE * SIZE);
    },
  };
}

describe.each(COVER_ART)('$title by night', ({ file, sun, motifs }) => {
  test('is dark as a whole, and its light stands out of the sky', async () => {
    const picture = await readPicture(nightName(`${file}.svg`));
    expect(picture.mean()).toBeLessThanOrEqual(0.05);
    // to the left of its middle, where a crescent is whole as well
    const light = picture.at(sun.x * SIZE - sun.radius * 0.7, sun.y * SIZE - sun.radius * 0.3);
    const away = sun.radius + (motifs.rings ? 15 : 12);
    const sky = picture.at(sun.x * SIZE - away * 0.92, sun.y * SIZE - away * 0.39);
    expect((light + 0.05) / (sky + 0.05)).toBeGreaterThanOrEqual(3);
  });
});
