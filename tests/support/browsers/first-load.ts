import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { collectFiles } from '#contract/constants/pages/page-files.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { documentChunks, readManifest } from '#renderer/build/manifest.ts';

const CONFIG = {
  anonKey: DEFAULT_ANON_KEY,
  siteUrl: '',
  magicLink: false,
  premiumGate: false,
  passwordLength: 8,
  brand: DEFAULT_BRAND,
};

/** Measures the resources a browser fetches for a page before any interaction, in bytes of gzip. */
export async function measureFirstLoad(outDir: string, path: string) {
  const built = pathToFileURL(join(outDir, '../main/pages.js')).href;
  // Written by the build.
  const { renderPage } = (await import(built)) as typeof import('#renderer/app/pages.tsx');
  const { modules } = await renderPage(path, { config: CONFIG, rows: { tracks: [] } });
  const manifest = readManifest(outDir);
  const { scripts, styles } = collectFiles(manifest, [
    ...documentChunks(outDir, manifest),
    ...modules,
  ]);
  const gzipBytesOf = (files: readonly string[]) =>
    files
      .map((file) => gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  return { scripts, styles, scriptBytes: gzipBytesOf(scripts), styleBytes: gzipBytesOf(styles) };
}
