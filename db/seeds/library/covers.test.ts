import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { layersName, nightName } from '#contract/constants/tracks/artwork.ts';
import { coverLight } from '#contract/constants/tracks/cover-lights.ts';

const covers = join(import.meta.dirname, 'covers');
const files = readdirSync(covers).filter((file) => file.endsWith('.svg'));
const lightOf = (file: string) => {
  const slug = file.replace(/^(?:\d+|featured)-/, '').replace('.svg', '');
  return coverLight(publicObjectPath('images', `${slug}-0123456789abcdef.svg`));
};

/** Relative luminance (WCAG 2.2) of each pixel. */
async function readLuminances(file: string): Promise<number[]> {
  const pixels = await sharp(join(covers, file)).resize(600, 600).removeAlpha().raw().toBuffer();
  const linear = Array.from(pixels, (value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return Array.from({ length: 600 * 600 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = linear.slice(3 * at, 3 * at + 3);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
}

describe.each(files)('%s', (file) => {
  test('is dark overall by night, and its light stands out', async () => {
    const pixels = await readLuminances(nightName(file));
    const mean = pixels.reduce((sum, one) => sum + one, 0) / pixels.length;
    expect(mean).toBeLessThanOrEqual(0.05);
    const light = pixels.reduce((most, one) => Math.max(most, one), 0);
    expect((light + 0.05) / (mean + 0.05)).toBeGreaterThanOrEqual(3);
  });

  test.each([layersName(file), nightName(layersName(file))])(
    'shows its sun or moon at the highest point of its path: %s',
    async (name) => {
      const { data, info } = await sharp(join(covers, name))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const light = lightOf(file);
      if (!light) throw new Error(`${file} has no light`);
      const top = Math.min(light.from, light.to);
      const [x, y] = [light.x * 600, (top - light.radius * 0.6) * 600];
      const land = data[4 * (Math.round(y) * info.width + 1200 + Math.round(x)) + 3] ?? 255;
      expect(land).toBeLessThan(128);
    },
  );
});

test('a photograph has no light of its own', () => {
  expect(coverLight(publicObjectPath('images', 'mine-0123456789abcdef.webp'))).toBeUndefined();
  expect(coverLight('https://elsewhere.example/morning-prayer-meditation.svg')).toBeUndefined();
});
