import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';

/** Pixels; covers the upper half of a wide screen. */
const SIDE = 1200;
/** Target relative luminance (WCAG 2.2) of the picture, so that a dark room stays dark. */
const TARGET_LUMINANCE = 0.03;
/** Minimum factor; below it only shapes remain visible. */
const LEAST_LIGHT = 0.22;
const GAMMA = 2.2;
/** Reduced, because eyes see less colour at night. */
const SATURATION = 0.75;

/**
 * Night version of a photograph or drawing: darkened to the luminance of the drawn night covers, never
 * brightened. A drawing keeps its extension, so the picture is wrapped in an SVG.
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

/** Brightness factor. */
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
