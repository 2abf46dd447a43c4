import type { BlobPlace } from '#server/core/blob-place.ts';
import type { Config } from '#server/core/config.ts';
import { backupFolder } from '#server/modules/backups/backup-folder.ts';
import { findWholeKey, type WholeKey } from '#server/modules/backups/whole-key.ts';
import { openBlobPlace } from '#server/modules/storage/open-blob-place.ts';

export function openBackupPlace({ BACKUP_URL, DATA_DIR }: Config): BlobPlace {
  if (BACKUP_URL === undefined) {
    throw new Error(
      'Where are whole backups? Set BACKUP_URL to a folder, file:///…, or a store, s3://bucket/prefix?endpoint=….',
    );
  }
  return openBlobPlace(BACKUP_URL, backupFolder(DATA_DIR));
}

export function needWholeKey({ DATA_DIR, BACKUP_KEY }: Config): WholeKey {
  const key = findWholeKey(DATA_DIR, BACKUP_KEY);
  if (key) return key;
  throw new Error(
    'There is no key of whole backups here. Set BACKUP_KEY to the one that was shown at the first; without it nobody can open them, neither can we.',
  );
}
