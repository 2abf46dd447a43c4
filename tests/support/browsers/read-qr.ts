import type { Locator, Page } from 'playwright';
import decodeQR from 'qr/decode.js';

/** Decodes the QR code from the painted pixels, as a camera does. */
export async function readQr(page: Page, code: Locator): Promise<string> {
  await code.waitFor();
  const picture = await code.screenshot({ animations: 'disabled' });
  const pixels = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const image = context?.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, height: bitmap.height, data: [...(image?.data ?? [])] };
  }, picture.toString('base64'));
  return decodeQR({ ...pixels, data: Uint8ClampedArray.from(pixels.data) });
}
