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
  /** Pixels of a square; without it the picture of the night. */
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
  const largest = missing.some(({ size }) => size !== undefined) && (await drawLargest(source));
  for (const { size, name } of missing) {
    const temporary = await store.createTemporary();
    if (largest && size !== undefined) {
      await largest.clone().resize(size, size).png({ palette: true }).toFile(temporary);
    } else {
      await drawByNight(await open(source), temporary, { asDrawing: cover.endsWith('.svg') });
    }
    await store.adopt(temporary, 'images', name);
  }
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
