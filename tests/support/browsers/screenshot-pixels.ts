import type { Page } from 'playwright';
import sharp from 'sharp';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ScreenPixels {
  /** Red, green and blue of one pixel, 0 to 255. */
  at(x: number, y: number): readonly number[];
  /** The pixels of a region; for a large one a sample of about `enough`. */
  within(box: Box, enough?: number): (readonly number[])[];
  readonly luminance: number;
}

const LINEAR = Array.from({ length: 256 }, (_, value) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);
const linear = (value = 0) => LINEAR[Math.round(value)] ?? 0;

const SAMPLE_SIZE = 1_500;
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/** Relative luminance, WCAG 2.2. */
const luminanceOf = (pixel: readonly number[]): number =>
  pixel.reduce((sum, value, at) => sum + (WEIGHTS[at] ?? 0) * linear(value), 0);

/** '#rrggbb' as red, green and blue. */
export const toPixel = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

export function contrast(one: readonly number[], other: readonly number[]): number {
  const [less = 0, more = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

function averageLuminance(data: Buffer): number {
  let sum = 0;
  for (let offset = 0; offset < data.length; offset += 1) {
    sum += (WEIGHTS[offset % 3] ?? 0) * linear(data[offset]);
  }
  return sum / (data.length / 3);
}

/** Compressed fast instead of small, which saves half a second on a large screen. */
async function takeScreenshot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true });
  await session.detach();
  return Buffer.from(data, 'base64');
}

export async function readPixels(page: Page): Promise<ScreenPixels> {
  const shot = sharp(await takeScreenshot(page))
    .removeAlpha()
    .raw();
  const { data, info } = await shot.toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = 3 * (Math.round(y) * info.width + Math.round(x));
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  return {
    at,
    get luminance() {
      return averageLuminance(data);
    },
    within({ x, y, width, height }, enough = SAMPLE_SIZE) {
      const pixels: (readonly number[])[] = [];
      const step = Math.max(1, Math.sqrt((width * height) / enough));
      for (let row = Math.max(0, y); row < Math.min(info.height, y + height); row += step) {
        for (
          let column = Math.max(0, x);
          column < Math.min(info.width, x + width);
          column += step
        ) {
          pixels.push(at(Math.floor(column), Math.floor(row)));
        }
      }
      return pixels;
    },
  };
}
