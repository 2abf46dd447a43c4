import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

export function readManifest(outDir: string): Manifest {
  // Written by the preceding build step.
  return JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** Manifest keys of the scripts in the document. The manifest marks no entry when a chunk group has all of its code. */
export function documentChunks(outDir: string, manifest: Manifest): string[] {
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  const scripts = Object.entries(manifest).filter(([, { file }]) => file.endsWith('.js'));
  const names = scripts.flatMap(([name, { file }]) => (html.includes(`"/${file}"`) ? name : []));
  if (names.length === 0) throw new Error('The built document names no script of the manifest.');
  return names;
}
