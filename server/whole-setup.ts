import type { Config } from './core/config/config.ts';
import type { BlobPlace } from './core/files/blob-place.ts';
import { backupFolder } from './modules/backups/backup-folder.ts';
import { findWholeKey } from './modules/backups/whole-key.ts';
import type { WholeSetup } from './modules/backups/whole-runs.usecases.ts';
import { openBlobPlace } from './modules/storage/stores/open-blob-place.ts';

type SetupConfig = Pick<Config, 'BACKUP_URL' | 'BACKUP_KEY' | 'DATA_DIR'>;

export function findBackupPlace({ BACKUP_URL, DATA_DIR }: SetupConfig): BlobPlace | undefined {
  return BACKUP_URL === undefined ? undefined : openBlobPlace(BACKUP_URL, backupFolder(DATA_DIR));
}

/** Undefined if destination or key is missing; creates nothing. */
export function findWholeSetup(config: SetupConfig): WholeSetup | undefined {
  const place = findBackupPlace(config);
  const key = place && findWholeKey(config.DATA_DIR, config.BACKUP_KEY);
  return key && { place, identity: key.identity };
}
