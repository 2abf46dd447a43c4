import PQueue from 'p-queue';
import type sharpModule from 'sharp';

/** No cover needs more pixels. Without a limit, a tiny file could declare a huge picture and exhaust the memory. */
export const MAX_PIXELS = 40_000_000;
export const DECODE_LIMIT_S = 30;

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`);
const queue = new PQueue({ concurrency: 1 });
let loaded: Promise<typeof sharpModule> | undefined;

/** Runs one picture job at a time: decoding takes up to 320 MB and one of the four I/O threads. */
export function withSharp<T>(work: (sharp: typeof sharpModule) => Promise<T>): Promise<T> {
  loaded ??= loadSharp();
  const ready = loaded;
  return queue.add(async () => work(await ready));
}

/** Orientation in the picture's Exif block, 1 to 8; 1 without one. */
export async function orientationOf(picture: Buffer): Promise<number> {
  const read = withSharp((sharp) => sharp(picture, { failOn: 'none' }).metadata());
  return (await read.catch(() => undefined))?.orientation ?? 1;
}

/** Loaded on first use, to save memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}
