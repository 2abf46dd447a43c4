import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';

/** Pixels: enough for a wide screen, whose upper half it fills. */
const SIDE = 1200;
/** Relative luminance (WCAG 2.2) of the whole picture: a dark room stays dark. */
const TARGET_LUMINANCE = 0.03;
/** Darker than this, only shapes would be left of it. */
const LEAST_LIGHT = 0.22;
const GAMMA = 2.2;
/** Less colour, as eyes see at night. */
const SATURATION = 0.75;

/**
 * A photograph or drawing by night: darkened until it is as dark as the drawn night covers, never made
 * lighter. A drawing stays one by its name, so its picture is wrapped.
 */
export async function drawByNight(
  picture: Sharp,
  file: string,
  { asDrawing }: { asDrawing: boolean },
): Promise<void> {
  const small = picture
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: !asDrawing })
    .flatten({ background: '#15110e' })
    .toColourspace('srgb');
  const { data, info } = await small
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const { default: sharp } = await import('sharp');
  const { channels } = await sharp(data).stats();
  const night = await sharp(data)
    .modulate({ saturation: SATURATION })
    .linear(lightFor(channels.map(({ mean }) => mean)), 0)
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(file, asDrawing ? wrap(night, info) : night, { flush: true });
}

/** By how much the values are multiplied. */
function lightFor(means: readonly number[]): number {
  const [red = 0, green = red, blue = red] = means.map((mean) => (mean / 255) ** GAMMA);
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  if (luminance <= TARGET_LUMINANCE) return 1;
  return Math.max(LEAST_LIGHT, (TARGET_LUMINANCE / luminance) ** (1 / GAMMA));
}

function wrap(picture: Buffer, { width, height }: { width: number; height: number }): string {
  const source = `data:image/webp;base64,${picture.toString('base64')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image href="${source}" width="${width}" height="${height}"/></svg>\n`;
}
