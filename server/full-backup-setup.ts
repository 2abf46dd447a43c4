import type { Config } from './core/config/config.ts';
import type { BlobPlace } from './core/files/blob-place.ts';
import { backupFolder } from './modules/backups/backup-folder.ts';
import { findFullBackupKey } from './modules/backups/full-backup-key.ts';
import type { FullBackupSetup } from './modules/backups/full-backup-runs.usecases.ts';
import { openBlobPlace } from './modules/storage/stores/open-blob-place.ts';

type SetupConfig = Pick<Config, 'BACKUP_URL' | 'BACKUP_KEY' | 'DATA_DIR'>;

export function findBackupPlace({ BACKUP_URL, DATA_DIR }: SetupConfig): BlobPlace | undefined {
  return BACKUP_URL === undefined ? undefined : openBlobPlace(BACKUP_URL, backupFolder(DATA_DIR));
}

/** Undefined if destination or key is missing; creates nothing. */
export function findFullBackupSetup(config: SetupConfig): FullBackupSetup | undefined {
  const place = findBackupPlace(config);
  const key = place && findFullBackupKey(config.DATA_DIR, config.BACKUP_KEY);
  return key && { place, identity: key.identity };
}
