import type { FullBackupConcern, FullBackupStates } from '#contract/calls/admin/full-backups.ts';
import { findInstalledAt } from '#db/installed-at.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isFolderWritable } from '#server/core/files/folders.ts';
import { listBackups } from './backup-folder.ts';
import { findFullBackupStates } from './backups.repository.ts';
import { findFullBackupKey } from './full-backup-key.ts';
import { findConcern } from './full-backup-schedule.ts';

type Deps = Pick<ServerDeps, 'config' | 'db' | 'clock'>;

/** Time of the newest backup of either kind, including copies made by migrations. */
export async function findLastBackup({ config, db }: Omit<Deps, 'clock'>): Promise<string | null> {
  const [newest] = await listBackups(config.DATA_DIR);
  const { backup } = await findFullBackupStates(db);
  const times = [newest?.madeAt, backup.last?.at].filter((at) => at !== undefined);
  return times.sort().at(-1) ?? null;
}

/** The most severe problem with full backups, or null; also null if they are off. */
export async function findBackupConcern(
  { config, db, clock }: Deps,
  states: FullBackupStates,
): Promise<FullBackupConcern | null> {
  if (config.BACKUP_URL === undefined) return null;
  const installedAt = await findInstalledAt(db);
  const concern = findConcern(config, states, { now: clock.now(), installedAt });
  // Another machine may make the backups, so this one needs neither key nor folder.
  if (states.backup.last !== null && concern === null) return null;
  if (findFullBackupKey(config.DATA_DIR, config.BACKUP_KEY) === undefined) return 'no_key';
  return isFolderWritable(config.BACKUP_URL) ? concern : 'not_writable';
}

export type FullBackupsSummary = NonNullable<Awaited<ReturnType<typeof describeFullBackups>>>;

/** Summarises full backups; null if they are off. */
export async function describeFullBackups(deps: Deps) {
  if (deps.config.BACKUP_URL === undefined) return null;
  const states = await findFullBackupStates(deps.db);
  return {
    concern: await findBackupConcern(deps, states),
    madeAt: states.backup.last?.at ?? null,
    /** Time of the last check. */
    checkedAt: states.check.last?.at ?? null,
  };
}
