import { join } from 'node:path';
import { build, type Manifest, type Plugin } from 'vite';
import { SHELL_WORKER_PATH } from '#contract/words/shell.ts';
import { readManifest } from './manifest.ts';

/** What cannot do anything without its server, or never meets a service worker. */
const NOT_KEPT = /^features\/(?:admin|kiosks)\//;

/** After the renderer is built: writes the service worker, which names the files it keeps. */
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
  const files = shellFiles(readManifest(outDir));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { SHELL_FILES: JSON.stringify(files) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'worker/shell-worker.ts'),
        // One classic script: Firefox has no module workers of this kind in the versions we promise.
        output: { format: 'iife', entryFileNames: SHELL_WORKER_PATH.slice(1) },
      },
    },
  });
}

/** The paths of everything that the entry can ask for, one import after the other, but for the desk and the kiosk. */
function shellFiles(manifest: Manifest): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name) || NOT_KEPT.test(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) {
      files.add(`/${file}`);
    }
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  visit('index.html');
  return [...files].sort();
}
