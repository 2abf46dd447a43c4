import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Builds what the browser tests, screens and benches run, unless the last build is newer than the sources. */
export function ensureBuilt(): void {
  const built = resolve(root, 'out/main/server.js');
  const sources = globSync(
    '{server,db,src-main,src-preload,src-renderer}/**/*.{ts,tsx,css,html,json}',
    { cwd: root },
  );
  const newest = Math.max(...sources.map((file) => statSync(resolve(root, file)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
