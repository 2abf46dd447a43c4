import type { Backup, BackupContents } from '#contract/calls/admin/backups.ts';
import { formatCount } from '#renderer/features/admin/shared/format.ts';

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
    formatCount(people, 'person', 'people'),
    formatCount(tracks, 'track', 'tracks'),
    formatCount(plays, 'play', 'plays'),
  ].join(', ');
}

export function originOf({ isOwn }: Pick<BackupContents, 'isOwn'>): string {
  return isOwn
    ? 'Made by this server, not changed since'
    : 'Not made by this server, or changed since';
}
