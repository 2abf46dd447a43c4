import type { AppDatabase } from '#db/open.ts';
import { systemClock } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { type FullBackupKey, findFullBackupKey } from '#server/modules/backups/full-backup-key.ts';
import type { FullBackupRunDeps } from '#server/modules/backups/full-backup-runs.usecases.ts';
import { type BackupTarget, findBackupTarget } from '#server/modules/backups/full-backup-target.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';

export function openBackupTarget(config: Config): BackupTarget {
  const target = findBackupTarget(config);
  if (target) return target;
  throw new Error(
    'Full backups need BACKUP_URL: a folder, file:///…, or a store, s3://bucket/prefix?endpoint=….',
  );
}

export function requireFullBackupKey({ DATA_DIR, BACKUP_KEY }: Config): FullBackupKey {
  const key = findFullBackupKey(DATA_DIR, BACKUP_KEY);
  if (key) return key;
  throw new Error(
    'This machine has no key of full backups. Set BACKUP_KEY to the key that the first backup showed; no one can decrypt them without it.',
  );
}

/** Undefined if the database has no lease table because an older program wrote it. */
export async function findRunDeps(
  config: Config,
  db: AppDatabase,
): Promise<FullBackupRunDeps | undefined> {
  const tables = await db.kysely.introspection.getTables();
  if (!tables.some(({ name }) => name === 'leases')) return undefined;
  const logger = createLogger({ level: 'warn', isTerminal: true });
  return { config, db, store: createStore(config), clock: systemClock, logger };
}
