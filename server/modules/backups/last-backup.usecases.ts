import type { Dashboard } from '#contract/calls/dashboard.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { listBackups } from './backup-folder.ts';
import { findConcern } from './whole-rhythm.ts';
import { findWholeStates } from './whole-state.repository.ts';

type Deps = Pick<ServerDeps, 'config' | 'db' | 'clock'>;

/** When the newest was made, of either kind and by whomever: a copy that a migration made counts as well. */
export async function findLastBackup({ config, db }: Omit<Deps, 'clock'>): Promise<string | null> {
  const [newest] = await listBackups(config.DATA_DIR);
  const { backup } = await findWholeStates(db);
  const times = [newest?.madeAt, backup.last?.at].filter((at) => at !== undefined);
  return times.sort().at(-1) ?? null;
}

/** What the desk has to say of whole backups; null where none are wanted. */
export async function tellOfWholeBackups({
  config,
  db,
  clock,
}: Deps): Promise<Dashboard['wholeBackups']> {
  if (config.BACKUP_URL === undefined) return null;
  const states = await findWholeStates(db);
  return {
    concern: findConcern(config, states, clock.now()),
    madeAt: states.backup.last?.at ?? null,
    checkedAt: states.check.last?.at ?? null,
  };
}
