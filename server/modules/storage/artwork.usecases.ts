import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';
import { ARTWORK_SIZES, artworkName, nightName } from '#contract/words/artwork.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { drawByNight } from './night-cover.ts';
import { MAX_PIXELS, withSharp } from './pictures.ts';
import { objectOfAddress } from './stored-object.usecases.ts';

type ArtworkDeps = Pick<ServerDeps, 'store' | 'logger'>;

/** Renders an SVG at the largest size instead of scaling it up. */
const SVG_DENSITY = 144;

/**
 * Creates missing PNGs and the night version of a cover; returns the count. An unreadable picture gets none and
 * is still shown.
 */
export async function makeArtwork(deps: ArtworkDeps, address: string): Promise<number> {
  const { store, logger } = deps;
  const object = objectOfAddress(address);
  if (object?.bucket !== 'images') return 0;
  const { name } = object;
  try {
    const missing = await findMissing(deps, name);
    if (missing.length === 0) return 0;
    await store.withLocalFile('images', name, (source) => draw(deps, source, name, missing));
    return missing.length;
  } catch (err) {
    logger.warn({ err, object: address }, 'a cover has no artwork for lock screens and the night');
    return 0;
  }
}

interface Drawing {
  name: string;
  /** Side in pixels; without it the night version. */
  size?: number;
}

async function findMissing({ store }: ArtworkDeps, cover: string): Promise<Drawing[]> {
  const wanted: Drawing[] = [
    ...ARTWORK_SIZES.map((size) => ({ size, name: artworkName(cover, size) })),
    { name: nightName(cover) },
  ];
  const missing = [];
  for (const drawing of wanted) {
    if (!(await store.find('images', drawing.name))) missing.push(drawing);
  }
  return missing;
}

async function draw(
  { store }: ArtworkDeps,
  source: string,
  cover: string,
  missing: readonly Drawing[],
): Promise<void> {
  await withSharp(async (sharp) => {
    const hasSquares = missing.some(({ size }) => size !== undefined);
    const largest = hasSquares && sharp(await drawLargest(open(sharp, source)));
    for (const { size, name } of missing) {
      const temporary = await store.createTemporary();
      if (largest && size !== undefined) {
        await largest.clone().resize(size, size).png({ palette: true }).toFile(temporary);
      } else {
        const asDrawing = cover.endsWith('.svg');
        await drawByNight(open(sharp, source), temporary, { asDrawing });
      }
      await store.adopt(temporary, 'images', name);
    }
  });
}

/** Applies the EXIF orientation. */
const open = (sharp: typeof sharpModule, source: string) =>
  sharp(source, { limitInputPixels: MAX_PIXELS, density: SVG_DENSITY }).rotate();

/** Square crop from the centre, from which smaller sizes are made. */
function drawLargest(picture: Sharp): Promise<Buffer> {
  const side = Math.max(...ARTWORK_SIZES);
  return picture.resize(side, side, { fit: 'cover' }).png({ compressionLevel: 1 }).toBuffer();
}
