import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { SHELL_PATH, SHELL_WORKER_PATH } from '#contract/constants/pages/shell.ts';
import { documentChunks, readManifest } from './manifest.ts';

/** Excluded from the precache: the admin area needs its server, and a kiosk uses no service worker. */
const NOT_PRECACHED = /^features\/(?:admin|kiosks)\//;
/** Sound and screenshots of the landing page, which are not needed offline. */
const NOT_PRECACHED_FILES = /\.(?:mp3|avif)$/;

/** After the renderer build, writes the service worker with its precache list. */
export function writeShellWorker(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'shell-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = config.build.outDir;
    },
    async closeBundle(failure?: Error) {
      if (!failure) await writeWorker(root, outDir);
    },
  };
}

async function writeWorker(root: string, outDir: string): Promise<void> {
  const shell = readFileSync(join(outDir, 'index.html'));
  const precache = [
    { url: SHELL_PATH, revision: createHash('sha256').update(shell).digest('hex').slice(0, 16) },
    // Hashed names need no revision.
    ...shellFiles(outDir).map((url) => ({ url, revision: null })),
  ];
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { PRECACHE: JSON.stringify(precache) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'worker/shell-worker.ts'),
        // A classic script: the Firefox versions we support have no module service workers.
        output: { format: 'iife', entryFileNames: SHELL_WORKER_PATH.slice(1) },
      },
    },
  });
}

/** Paths of all files that the document can reach by imports, except those of the admin area and the kiosk. */
function shellFiles(outDir: string): string[] {
  const manifest = readManifest(outDir);
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name) || NOT_PRECACHED.test(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) {
      if (!NOT_PRECACHED_FILES.test(file)) files.add(`/${file}`);
    }
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  for (const name of documentChunks(outDir, manifest)) visit(name);
  return [...files].sort();
}
