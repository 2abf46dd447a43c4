import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Documents are left out: the server fills them in and compresses the result itself. */
const TEXT = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.map']);
/** Below this the answer's own headers weigh more than what is saved. */
const WORTH_IT_BYTES = 512;

export function compressTexts(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT.has(extname(entry.name)) || file.includes('/.vite/')) continue;
    const text = readFileSync(file);
    if (text.length < WORTH_IT_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}
