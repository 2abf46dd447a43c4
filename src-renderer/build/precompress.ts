import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** HTML is not included: documents are filled in per site and compressed when first requested. */
const TEXT = /\.(js|css|json|webmanifest|svg|txt|xml|ico)$/;
/** Smaller files do not benefit from compression. */
const MIN_BYTES = 256;

/** Writes .br and .gz files next to every text file of a build, at the highest compression level. */
export function precompress(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = names.filter((name) => TEXT.test(name));
  for (const name of texts) compressFile(join(folder, name));
  return texts.length;
}

function compressFile(file: string): void {
  const text = readFileSync(file);
  if (text.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}
