import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { layersName, nightName } from '#contract/words/artwork.ts';
import { coverLight } from '#contract/words/cover-lights.ts';
import { publicObjectPath } from '#contract/words/paths.ts';
import { COVER_ART } from './cover-art.ts';

const covers = join(import.meta.dirname, '../covers');
const lightOf = (file: string) => {
  const slug = file.replace(/^(?:\d+|featured)-/, '');
  return coverLight(publicObjectPath('images', `${slug}-0123456789abcdef.svg`));
};

describe.each(COVER_ART)('$title taken apart', ({ file, sun }) => {
  test('the page knows where its light stands and how large it is', () => {
    expect(lightOf(file)).toMatchObject({ x: sun.x, radius: sun.radius / 600 });
  });

  test.each([layersName(`${file}.svg`), nightName(layersName(`${file}.svg`))])(
    'between the ends of its way it shows or hides: %s',
    async (name) => {
      const { data, info } = await sharp(join(covers, name))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const land = (x: number, y: number) =>
        data[4 * (Math.round(y) * info.width + 1200 + Math.round(x)) + 3] ?? 255;
      const light = lightOf(file);
      if (!light) throw new Error(`${file} has no light`);
      // At the upper of the two ends its upper half is free of the land.
      const top = Math.min(light.from, light.to);
      expect(land(light.x * 600, (top - light.radius * 0.6) * 600)).toBeLessThan(128);
    },
  );
});

test('a photograph has no light of its own', () => {
  expect(coverLight(publicObjectPath('images', 'mine-0123456789abcdef.webp'))).toBeUndefined();
  expect(coverLight('https://elsewhere.example/morning-prayer-meditation.svg')).toBeUndefined();
});
