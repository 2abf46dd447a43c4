import { rename } from 'node:fs/promises';
import { DECODE_LIMIT_S, MAX_PIXELS, withSharp } from '../pictures.ts';
import { createDamagedError, createTypeError, createUnsuitableError } from '../storage.errors.ts';
import { findPictureKind, type PictureExtension } from './file-kind.ts';

const ALLOWED = 'JPEG, PNG, WebP, HEIC';
const HEIC_HELP =
  'This is a HEIC picture, which this server cannot read. Export it as JPEG and upload that; an iPhone takes JPEG pictures under Settings, Camera, Formats, Most Compatible.';

/**
 * Returns a picture's format. Decodes all of the picture, because the header does not show truncation. Converts HEIC,
 * which few browsers show, to JPEG.
 */
export async function inspectPicture(path: string): Promise<Exclude<PictureExtension, 'heic'>> {
  const kind = await findPictureKind(path);
  if (!kind) throw createTypeError(ALLOWED);
  try {
    await withSharp(async (sharp) => {
      const picture = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
      // Decodes every pixel, but keeps only a tiny picture in memory.
      await picture.resize(16, 16).timeout({ seconds: DECODE_LIMIT_S }).toBuffer();
      if (kind !== 'heic') return;
      const jpeg = `${path}.jpg`;
      await sharp(path, { limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .keepIccProfile()
        .jpeg({ quality: 90 })
        .toFile(jpeg);
      await rename(jpeg, path);
    });
  } catch (error) {
    throw toUploadError(error, kind);
  }
  return kind === 'heic' ? 'jpg' : kind;
}

function toUploadError(error: unknown, kind: PictureExtension): unknown {
  const text = error instanceof Error ? error.message : String(error);
  if (/pixel limit|exceeds.*dimension|too large/i.test(text)) {
    return createUnsuitableError(
      `The picture has more than ${MAX_PIXELS / 1e6} megapixels. Make it smaller; 2,000 pixels a side are plenty.`,
    );
  }
  if (kind === 'heic') return createUnsuitableError(HEIC_HELP);
  return createDamagedError('it cannot be decoded to its end');
}
