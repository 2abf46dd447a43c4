import type { Locator } from 'playwright';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';

/** Decodes the QR code from the painted pixels, as a camera does. */
export async function readQr(code: Locator): Promise<string> {
  await code.waitFor();
  const picture = await code.screenshot({ animations: 'disabled' });
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: Uint8ClampedArray.from(data) });
}
