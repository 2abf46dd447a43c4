import type { Page } from 'playwright';
import sharp from 'sharp';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What stands on a screen, pixel by pixel, as an eye meets it. */
export interface Seen {
  /** Red, green and blue of one pixel, 0 to 255. */
  at(x: number, y: number): readonly number[];
  /** Of a part that lies on the screen, every pixel, or of a large one about as many as are enough. */
  within(box: Box, enough?: number): (readonly number[])[];
  /** Average relative luminance of the whole screen. */
  readonly light: number;
}

const LINEAR = Array.from({ length: 256 }, (_, value) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);
const linear = (value = 0) => LINEAR[Math.round(value)] ?? 0;

const ENOUGH = 1_500;
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/** Relative luminance, WCAG 2.2. */
const luminance = (pixel: readonly number[]): number =>
  pixel.reduce((sum, value, at) => sum + (WEIGHTS[at] ?? 0) * linear(value), 0);

export function contrast(one: readonly number[], other: readonly number[]): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

/** Counted first: a screen has a million pixels, and each colour 256 values. */
function averageLight(data: Buffer): number {
  const counts = [0, 1, 2].map(() => new Uint32Array(256));
  for (let place = 0; place < data.length; place += 1) {
    const count = counts[place % 3];
    if (count) count[data[place] ?? 0] = (count[data[place] ?? 0] ?? 0) + 1;
  }
  const sums = counts.map((count) =>
    count.reduce((sum, times, value) => sum + times * linear(value), 0),
  );
  return sums.reduce((sum, one, at) => sum + one * (WEIGHTS[at] ?? 0), 0) / (data.length / 3);
}

export async function see(page: Page): Promise<Seen> {
  const shot = sharp(await page.screenshot())
    .removeAlpha()
    .raw();
  const { data, info } = await shot.toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = 3 * (Math.round(y) * info.width + Math.round(x));
    return [...data.subarray(start, start + 3)];
  };
  return {
    at,
    light: averageLight(data),
    within({ x, y, width, height }, enough = ENOUGH) {
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
