import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '#server/core/config/config.ts';
import { printLine } from './command.ts';

const root = resolve(import.meta.dirname, '../..');
export const BUILDER = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
export const SERVER_ENTRY = join(root, 'out/main/server.js');
/** Built last, so its time is the time of the whole build. */
const PAGES = join(root, 'out/renderer/index.html');

const SOURCES = [
  '{server,db,src-main,src-preload,src-renderer}/**/*.{ts,tsx,css,html,json,svg,avif,webp,mp3,woff2}',
  'electron.vite.config.ts',
  'package-lock.json',
];

/**
 * Builds if a source is newer than the last build, including one by `npm run build`. A packaged release is prebuilt
 * and has no build tools.
 */
export async function ensureBuilt(printLine: (line: string) => void): Promise<void> {
  if (!existsSync(BUILDER) && existsSync(SERVER_ENTRY)) return;
  const sources = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => join(root, file));
  if (existsSync(SERVER_ENTRY) && isUpToDate(PAGES, sources)) return;
  printLine('Building the pages and the server; this is only needed after a change.');
  await runBuild();
}

/** Builds if needed; prints the output of a failed build and exits. */
export async function buildOrExit(): Promise<void> {
  await ensureBuilt(printLine).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}

/** Whether the built file is newer than every source, as in `make`. */
export function isUpToDate(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return false;
  const { mtimeMs: builtAt } = statSync(built);
  return sources.every((file) => statSync(file).mtimeMs <= builtAt);
}

/** Prints the build output only on failure. */
async function runBuild(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILDER, 'build'], {
    cwd: root,
    env: childEnvironment({ NODE_ENV: 'production' }),
    maxBuffer: Number.POSITIVE_INFINITY,
  }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}\nThe build failed with the output above.`);
  });
}
