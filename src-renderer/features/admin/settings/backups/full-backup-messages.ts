import type { FullBackupsResponse } from '#contract/calls/admin/full-backups.ts';
import { formatBytes, formatCount, formatMoment } from '#renderer/features/admin/shared/format.ts';

type State<Kind extends 'backup' | 'check'> = FullBackupsResponse[Kind];

export function backupMessage({ last }: Pick<State<'backup'>, 'last'>): string {
  if (!last) return 'Never';
  return `${formatMoment(last.at)}: the database and ${filesOf(last)}`;
}

export function checkMessage({ last }: Pick<State<'check'>, 'last'>): string {
  if (!last) return 'Never';
  const { at, problems, examples, people, tracks } = last;
  if (problems > 0) {
    const more = problems > 1 ? `, and ${problems - 1} more` : '';
    return `${formatMoment(at)}: cannot be restored completely. ${examples[0] ?? 'Something is missing'}${more}`;
  }
  const rows = `${formatCount(people, 'person', 'people')}, ${formatCount(tracks, 'track', 'tracks')}`;
  return `${formatMoment(at)}: can be restored, with ${rows} and ${filesOf(last)}`;
}

/** For a server with full backups. The time is approximate, because the job runs hourly. */
export function nextBackupMessage(
  { nextAt, backup }: Pick<FullBackupsResponse, 'nextAt' | 'backup'>,
  now: number,
): string {
  if (nextAt === null) return 'Never automatically (BACKUP_EVERY_HOURS is 0)';
  return backup.isRunning ? 'Being made now' : aboutWhen(nextAt, now);
}

export function nextCheckMessage(
  {
    checkEveryDays,
    nextCheckAt,
    check,
  }: Pick<FullBackupsResponse, 'checkEveryDays' | 'nextCheckAt' | 'check'>,
  now: number,
): string {
  if (checkEveryDays === 0) return 'Never automatically (BACKUP_CHECK_EVERY_DAYS is 0)';
  if (nextCheckAt === null) return 'After the first backup';
  return check.isRunning ? 'Being checked now' : aboutWhen(nextCheckAt, now);
}

const aboutWhen = (iso: string, now: number) =>
  Date.parse(iso) <= now ? 'Within the hour' : `About ${formatMoment(iso)}`;

/** Undefined when nothing is running. */
export function progressMessage(kind: 'backup' | 'check', state: State<'backup' | 'check'>) {
  if (!state.isRunning) return undefined;
  const { progress } = state;
  if (!progress) return kind === 'backup' ? 'Copying the database...' : 'Restoring the database...';
  return `${kind === 'backup' ? 'Copying' : 'Checking'} file ${progress.done + 1} of ${progress.of}...`;
}

const filesOf = ({ files, bytes }: { files: number; bytes: number }) =>
  `${formatCount(files, 'file', 'files')} (${formatBytes(bytes)})`;
