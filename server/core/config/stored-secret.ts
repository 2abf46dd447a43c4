import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A secret stored in the data folder, created on first use. Written to a draft and then linked, so that
 * concurrent processes agree on one and never read it partially.
 */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) createSecretFile(file);
  return readFileSync(file, 'utf8').trim();
}

function createSecretFile(file: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    const secret = randomBytes(48).toString('base64url');
    // Flushed, so that the secret survives a power loss, like the data that it signs.
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
