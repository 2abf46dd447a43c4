import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A secret of this server in a file of the data folder, made when it is first asked for. Written aside and
 * then linked: of several processes that start at once one makes it, and nobody reads half of it.
 */
export function readOrMakeSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeSecret(file);
  return readFileSync(file, 'utf8').trim();
}

function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    const secret = randomBytes(48).toString('base64url');
    // Flushed: what is made with it outlives a loss of power, so the secret has to as well.
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
