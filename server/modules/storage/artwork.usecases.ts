import { ARTWORK_SIZES, artworkName, nightName } from '#contract/words/artwork.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { drawByNight } from './night-cover.ts';
import { objectOfAddress } from './stored-object.usecases.ts';

type ArtworkDeps = Pick<ServerDeps, 'store' | 'logger'>;

/** More than any camera has; a file that says it has more is made to fill the memory. */
const MAX_PIXELS = 64_000_000;
/** Of an SVG's unit, so that the largest size is drawn and not blown up. */
const SVG_DENSITY = 144;

/**
 * Makes what is not there yet of a stored cover's PNGs and its picture of the night; answers how many. A
 * picture that cannot be read has none, and is still shown on pages as it is.
 */
export async function makeArtwork(deps: ArtworkDeps, address: string): Promise<number> {
  const { store, logger } = deps;
  const object = objectOfAddress(address);
  if (object?.bucket !== 'images') return 0;
  const { name } = object;
  const source = store.localPath('images', name);
  if (source === undefined) return 0;
  try {
    const made = await makeSizes(deps, source, name);
    if (await store.find('images', nightName(name))) return made;
    const temporary = await store.createTemporary();
    await drawByNight(await open(source), temporary, { asDrawing: name.endsWith('.svg') });
    await store.adopt(temporary, 'images', nightName(name));
    return made + 1;
  } catch (err) {
    logger.warn({ err, object: address }, 'a cover has no artwork for lock screens and the night');
    return 0;
  }
}

async function makeSizes({ store }: ArtworkDeps, source: string, cover: string): Promise<number> {
  const missing = [];
  for (const size of ARTWORK_SIZES) {
    const name = artworkName(cover, size);
    if (!(await store.find('images', name))) missing.push({ size, name });
  }
  if (missing.length === 0) return 0;
  const largest = await drawLargest(source);
  for (const { size, name } of missing) {
    const temporary = await store.createTemporary();
    await largest.clone().resize(size, size).png({ palette: true }).toFile(temporary);
    await store.adopt(temporary, 'images', name);
  }
  return missing.length;
}

/** Turned as the camera was held. Sharp is loaded here: a server without a new cover keeps its memory. */
async function open(source: string) {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(source, { limitInputPixels: MAX_PIXELS, density: SVG_DENSITY }).rotate();
}

/** Cut square from its middle; the smaller ones are made of it. */
async function drawLargest(source: string) {
  const side = Math.max(...ARTWORK_SIZES);
  const picture = await open(source);
  const square = await picture
    .resize(side, side, { fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { default: sharp } = await import('sharp');
  return sharp(square);
}
