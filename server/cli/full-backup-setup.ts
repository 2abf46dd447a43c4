import type { Config } from '#server/core/config/config.ts';
import {
  type BackupTarget,
  type FullBackupSetup,
  findBackupTarget,
  findFullBackupSetup,
} from '#server/modules/backups/full-backup-target.ts';

export function requireBackupTarget(config: Config): BackupTarget {
  const target = findBackupTarget(config);
  if (target) return target;
  throw new Error(
    'Full backups need BACKUP_URL: a folder (file:///…) or a store (s3://bucket/prefix?endpoint=…).',
  );
}

export function requireFullBackupSetup(config: Config): FullBackupSetup {
  requireBackupTarget(config);
  const setup = findFullBackupSetup(config);
  if (setup) return setup;
  throw new Error(
    'This machine has no key for full backups. Set BACKUP_KEY to the key that the first backup showed; without the key, no one can decrypt the backups.',
  );
}
