import type { Backup, BackupContents } from '#contract/calls/admin/backups.ts';
import { formatNumber } from '#renderer/features/admin/shared/format.ts';

/** The reason for a backup, read from its name. */
export function kindOf({ name }: Pick<Backup, 'name'>): string {
  if (name.startsWith('backup-')) return 'Backup';
  if (name.startsWith('uploaded-')) return 'Uploaded';
  if (name.startsWith('before-restore-')) return 'Before a restore';
  return name.includes('before-migration') ? 'Before an update' : 'Other';
}

/** '2 people, 11 tracks, 40 plays' */
export function contentsOf({ contents }: Pick<Backup, 'contents'>): string {
  if (!contents) return 'Not checked yet';
  const { people, tracks, plays } = contents;
  return [
    `${formatNumber(people)} ${people === 1 ? 'person' : 'people'}`,
    `${formatNumber(tracks)} ${tracks === 1 ? 'track' : 'tracks'}`,
    `${formatNumber(plays)} ${plays === 1 ? 'play' : 'plays'}`,
  ].join(', ');
}

export function originOf({ isOwn }: Pick<BackupContents, 'isOwn'>): string {
  return isOwn ? 'Made here, unchanged since' : 'Not made by this server, or changed since';
}
