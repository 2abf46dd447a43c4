import { ARTWORK_SIZES, artworkName } from '#contract/words/artwork.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { objectOfAddress } from './stored-object.usecases.ts';

type ArtworkDeps = Pick<ServerDeps, 'store' | 'logger'>;

/** More than any camera has; a file that says it has more is made to fill the memory. */
const MAX_PIXELS = 64_000_000;
/** Of an SVG's unit, so that the largest size is drawn and not blown up. */
const SVG_DENSITY = 144;

/**
 * Makes the PNGs of a stored cover that are not there yet; answers how many. A picture that cannot be
 * read has none, and is still shown on pages as it is.
 */
export async function makeArtwork(
  { store, logger }: ArtworkDeps,
  address: string,
): Promise<number> {
  const object = objectOfAddress(address);
  if (object?.bucket !== 'images') return 0;
  const missing = [];
  for (const size of ARTWORK_SIZES) {
    const name = artworkName(object.name, size);
    if (!(await store.find('images', name))) missing.push({ size, name });
  }
  const source = store.localPath('images', object.name);
  if (missing.length === 0 || source === undefined) return 0;
  try {
    const largest = await drawLargest(source);
    for (const { size, name } of missing) {
      const temporary = await store.createTemporary();
      await largest.clone().resize(size, size).png({ palette: true }).toFile(temporary);
      await store.adopt(temporary, 'images', name);
    }
    return missing.length;
  } catch (err) {
    logger.warn({ err, object: address }, 'a cover has no artwork for lock screens');
    return 0;
  }
}

/** Cut square from its middle, and turned as the camera was held; the smaller ones are made of it. */
async function drawLargest(source: string) {
  // Loaded when it is needed: a server without a new cover keeps its memory.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const side = Math.max(...ARTWORK_SIZES);
  const square = await sharp(source, { limitInputPixels: MAX_PIXELS, density: SVG_DENSITY })
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(square);
}
