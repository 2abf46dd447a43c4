import {
  type FullBackupStates,
  fullBackupCheckStateSchema,
  fullBackupStateSchema,
} from '#contract/calls/admin/full-backups.ts';
import type { AppDatabase } from '#db/open.ts';
import { findStoredState, saveStoredState } from '#server/core/stored-state.repository.ts';

const KEYS = { backup: 'whole_backup', check: 'whole_check' } as const;
const NO_RUNS = { last: null, failed: null, progress: null };

/** Unreadable state counts as none. */
export async function findFullBackupStates({ kysely }: AppDatabase): Promise<FullBackupStates> {
  return {
    backup: fullBackupStateSchema.catch(NO_RUNS).parse(await findStoredState(kysely, KEYS.backup)),
    check: fullBackupCheckStateSchema
      .catch(NO_RUNS)
      .parse(await findStoredState(kysely, KEYS.check)),
  };
}

export type StoredState = Omit<FullBackupStates['backup'], 'last'> & {
  readonly last: FullBackupStates[keyof FullBackupStates]['last'];
};

export const saveFullBackupState = (
  { kysely }: AppDatabase,
  kind: keyof FullBackupStates,
  state: StoredState,
  now: string,
) => saveStoredState(kysely, KEYS[kind], state, now);
