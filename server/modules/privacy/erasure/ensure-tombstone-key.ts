import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppDatabase } from '#db/open.ts';
import { ConfigError } from '#server/core/config/config.ts';
import {
  FINGERPRINT_SETTING,
  findFingerprint,
  insertFingerprint,
} from './tombstone-key.repository.ts';
import { fingerprintOf, listTombstoneKeys, TOMBSTONE_KEY_FILE } from './tombstone-keys.ts';

/**
 * Machines that share a PostgreSQL database need the same tombstone key. The first stores its fingerprint there. On
 * a machine with another key or none, this throws before a key is created.
 */
export async function ensureTombstoneKey(db: AppDatabase, dataDir: string): Promise<void> {
  if (db.dialect !== 'postgres') return;
  const file = join(dataDir, TOMBSTONE_KEY_FILE);
  const hasKeyFile = existsSync(file);
  const known = await findFingerprint(db);
  if (known === undefined) {
    const [own = ''] = listTombstoneKeys(dataDir);
    await insertFingerprint(db, fingerprintOf(own));
    // Checks again, because another machine may have been first.
    return ensureTombstoneKey(db, dataDir);
  }
  if (hasKeyFile && listTombstoneKeys(dataDir).some((key) => fingerprintOf(key) === known)) return;
  throw new ConfigError([
    `DATA_DIR: ${file} ${hasKeyFile ? 'differs from the file' : 'is missing, but exists'} on the other machines of this database. Copy it from there. If it is lost for good, remove the row "${FINGERPRINT_SETTING}" of the table settings: people who were erased could then come back with an old backup.`,
  ]);
}
