import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_FILE = 'backup-identity';

/**
 * Returns the key for full backups, an age identity: the given key, else the stored key, else undefined. Never creates
 * a key, because a new key cannot read existing backups. The server needs the key to check backups and to find files
 * that are already backed up.
 */
export function findFullBackupKey(dataDir: string, given: string | undefined): string | undefined {
  const file = join(dataDir, KEY_FILE);
  const text = given ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  // A typed key may be in any case.
  return text?.trim().toUpperCase();
}

/** Creates and stores a key, which has to be shown to the operator. */
export async function makeFullBackupKey(dataDir: string): Promise<string> {
  const { generateX25519Identity } = await import('age-encryption');
  const identity = await generateX25519Identity();
  keepFullBackupKey(dataDir, identity);
  return identity;
}

/** Stores the key for the next backup of this machine; keeps an existing one. */
export function keepFullBackupKey(dataDir: string, identity: string): void {
  const file = join(dataDir, KEY_FILE);
  if (existsSync(file)) return;
  // Flushed, because a backup cannot be read if a power failure loses its key.
  writeFileSync(file, `${identity}\n`, { mode: 0o600, flag: 'wx', flush: true });
}
