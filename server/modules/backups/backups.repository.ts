import {
  type FullBackupStates,
  fullBackupCheckStateSchema,
  fullBackupStateSchema,
} from '#contract/calls/admin/full-backups.ts';
import type { AppDatabase } from '#db/open.ts';
import { findKeptState, saveKeptState } from '#server/core/kept-state.repository.ts';

const KEYS = { backup: 'whole_backup', check: 'whole_check' } as const;
const NOTHING = { last: null, failed: null, progress: null };

/** Unreadable state counts as none. */
export async function findFullBackupStates({ kysely }: AppDatabase): Promise<FullBackupStates> {
  return {
    backup: fullBackupStateSchema.catch(NOTHING).parse(await findKeptState(kysely, KEYS.backup)),
    check: fullBackupCheckStateSchema.catch(NOTHING).parse(await findKeptState(kysely, KEYS.check)),
  };
}

export type KeptState = Omit<FullBackupStates['backup'], 'last'> & {
  readonly last: FullBackupStates[keyof FullBackupStates]['last'];
};

export const saveFullBackupState = (
  { kysely }: AppDatabase,
  kind: keyof FullBackupStates,
  state: KeptState,
  now: string,
) => saveKeptState(kysely, KEYS[kind], state, now);
