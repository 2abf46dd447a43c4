import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ENCODINGS } from './asset-store.ts';
import { mediaTypeOf } from './media-types.ts';

/** Below this nothing is saved. */
const MIN_BYTES = 256;

/** Puts .br and .gz beside every text of a build, at the strength only a build has time for. */
export function precompress(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  // Documents are filled in per site and compressed when they are first asked for.
  const texts = names.filter((name) => mediaTypeOf(name).isText && !name.endsWith('.html'));
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
  writeFileSync(file + ENCODINGS.br, brotliCompressSync(text, { params }));
  writeFileSync(file + ENCODINGS.gzip, gzipSync(text, { level: 9 }));
}
