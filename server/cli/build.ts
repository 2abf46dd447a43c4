import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { childEnvironment } from '#server/core/config.ts';

const root = resolve(import.meta.dirname, '../..');
const STAMP = join(root, 'out/.built-from');
export const BUILDER = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
export const SERVER_ENTRY = join(root, 'out/main/server.js');

const SOURCES = [
  '{server,db,src-main,src-preload,src-renderer}/**/*.{ts,tsx,css,html,json,svg,webp,woff2}',
  'electron.vite.config.ts',
  'package-lock.json',
];

/** Builds unless the last build was made from exactly these files. A packed release comes built, and without what builds. */
export async function ensureBuilt(say: (line: string) => void): Promise<void> {
  if (!existsSync(BUILDER) && existsSync(SERVER_ENTRY)) return;
  const sources = describeSources();
  if (existsSync(SERVER_ENTRY) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) {
    return;
  }
  say('Building the pages and the server; this is only needed after a change.');
  await runBuild();
  writeFileSync(STAMP, sources);
}

/** Names, sizes and times: as good as the contents, and read in a moment. */
function describeSources(): string {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
  return files
    .map((file) => {
      const { size, mtimeMs } = statSync(join(root, file));
      return `${file} ${size} ${mtimeMs}`;
    })
    .join('\n');
}

/** Quiet when it succeeds; everything the build said when it does not. */
async function runBuild(): Promise<void> {
  const child = spawn(process.execPath, [BUILDER, 'build'], {
    cwd: root,
    env: childEnvironment({ NODE_ENV: 'production' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${said}\nThe build failed; what went wrong is above.`);
}
