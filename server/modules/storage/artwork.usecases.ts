import { writeFile } from 'node:fs/promises';
import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';
import { ARTWORK_SIZES, artworkName, nightName } from '#contract/constants/tracks/artwork.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { withTemporary } from '#server/core/files/file-store.ts';
import { objectOfAddress } from './objects.usecases.ts';
import { MAX_PIXELS, withSharp } from './pictures.ts';

type ArtworkDeps = Pick<ServerDeps, 'store' | 'logger'>;

/** Renders an SVG at the largest size instead of scaling it up. */
const SVG_DENSITY = 144;

/** Longest side of the night version in pixels; covers the upper half of a wide screen. */
const NIGHT_SIDE = 1200;
/** Target relative luminance (WCAG 2.2) of the picture, so that a dark room stays dark. */
const TARGET_LUMINANCE = 0.03;
/** Minimum brightness factor; below it only shapes remain visible. */
const MIN_BRIGHTNESS = 0.22;
const GAMMA = 2.2;
/** Reduced, because eyes see less colour at night. */
const SATURATION = 0.75;

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
    logger.warn({ err, object: address }, 'creating artwork of a cover failed');
    return 0;
  }
}

interface Drawing {
  name: string;
  /** Side in pixels; undefined for the night version. */
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
    const needsSquares = missing.some(({ size }) => size !== undefined);
    const largest = needsSquares && sharp(await drawLargest(open(sharp, source)));
    for (const { size, name } of missing) {
      await withTemporary(store, async (file) => {
        if (largest && size !== undefined) {
          await largest.clone().resize(size, size).png({ palette: true }).toFile(file);
        } else await drawByNight(sharp, source, { file, asDrawing: cover.endsWith('.svg') });
        await store.adopt(file, 'images', name);
      });
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

/**
 * Night version of a photograph or drawing: darkened to the luminance of the drawn night covers, never
 * brightened. A drawing keeps its extension, so the picture is wrapped in an SVG.
 */
async function drawByNight(
  sharp: typeof sharpModule,
  source: string,
  { file, asDrawing }: { file: string; asDrawing: boolean },
): Promise<void> {
  const small = open(sharp, source)
    .resize(NIGHT_SIDE, NIGHT_SIDE, { fit: 'inside', withoutEnlargement: !asDrawing })
    .flatten({ background: '#15110e' })
    .toColourspace('srgb');
  const { data, info } = await small
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(data).stats();
  const night = await sharp(data)
    .modulate({ saturation: SATURATION })
    .linear(brightnessFor(channels.map(({ mean }) => mean)), 0)
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(file, asDrawing ? wrap(night, info) : night, { flush: true });
}

/** Brightness factor. */
function brightnessFor(means: readonly number[]): number {
  const [red = 0, green = red, blue = red] = means.map((mean) => (mean / 255) ** GAMMA);
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  if (luminance <= TARGET_LUMINANCE) return 1;
  return Math.max(MIN_BRIGHTNESS, (TARGET_LUMINANCE / luminance) ** (1 / GAMMA));
}

function wrap(picture: Buffer, { width, height }: { width: number; height: number }): string {
  const source = `data:image/webp;base64,${picture.toString('base64')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image href="${source}" width="${width}" height="${height}"/></svg>\n`;
}
