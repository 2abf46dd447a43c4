import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppDatabase } from '#db/open.ts';
import { ConfigError } from '#server/core/config/config.ts';
import {
  FINGERPRINT_SETTING,
  findFingerprint,
  insertFingerprint,
} from './tombstone-key.repository.ts';
import { listTombstoneKeys, nameTombstoneKey, TOMBSTONE_KEY_FILE } from './tombstone-keys.ts';

/**
 * Machines sharing a PostgreSQL need the same tombstone key. The first stores its fingerprint in the database;
 * throws on a machine with another key or none, before creating one.
 */
export async function ensureTombstoneKey(db: AppDatabase, dataDir: string): Promise<void> {
  if (db.dialect !== 'postgres') return;
  const file = join(dataDir, TOMBSTONE_KEY_FILE);
  const isThere = existsSync(file);
  const known = await findFingerprint(db);
  if (known === undefined) {
    const [own = ''] = listTombstoneKeys(dataDir);
    await insertFingerprint(db, nameTombstoneKey(own));
    // Another machine was first.
    return ensureTombstoneKey(db, dataDir);
  }
  if (isThere && listTombstoneKeys(dataDir).some((key) => nameTombstoneKey(key) === known)) return;
  throw new ConfigError([
    `DATA_DIR: ${file} ${isThere ? 'is not the key' : 'is missing, and with it the key'} that the other machines of this database have. Copy theirs here. If it is lost for good, remove the row "${FINGERPRINT_SETTING}" of the table settings: people who were erased could then come back with an old backup.`,
  ]);
}
