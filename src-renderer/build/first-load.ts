import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { collectFiles, readManifest, readScreenModules } from './manifest.ts';

/** What a browser fetches for a page before anybody touches it, in bytes of gzip. */
export function measureFirstLoad(outDir: string, routesFile: string, path: string) {
  const modules = readScreenModules(readFileSync(routesFile, 'utf8')).get(path) ?? [];
  const { scripts, styles } = collectFiles(readManifest(outDir), ['index.html', ...modules]);
  const weigh = (files: readonly string[]) =>
    files
      .map((file) => gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  return { scripts, styles, scriptBytes: weigh(scripts), styleBytes: weigh(styles) };
}
