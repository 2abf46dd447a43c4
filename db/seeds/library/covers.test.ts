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

describe.each(files)('%s', (file) => {
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
