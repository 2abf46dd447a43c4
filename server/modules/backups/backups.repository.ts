import {
  type WholeStates,
  wholeBackupStateSchema,
  wholeCheckStateSchema,
} from '#contract/calls/admin/whole-backups.ts';
import type { AppDatabase } from '#db/open.ts';
import { findKeptState, saveKeptState } from '#server/core/kept-state.repository.ts';

const KEYS = { backup: 'whole_backup', check: 'whole_check' } as const;
const NOTHING = { last: null, failed: null, progress: null };

/** Unreadable state counts as none. */
export async function findWholeStates({ kysely }: AppDatabase): Promise<WholeStates> {
  return {
    backup: wholeBackupStateSchema.catch(NOTHING).parse(await findKeptState(kysely, KEYS.backup)),
    check: wholeCheckStateSchema.catch(NOTHING).parse(await findKeptState(kysely, KEYS.check)),
  };
}

export type KeptState = Omit<WholeStates['backup'], 'last'> & {
  readonly last: WholeStates[keyof WholeStates]['last'];
};

export const saveWholeState = (
  { kysely }: AppDatabase,
  kind: keyof WholeStates,
  state: KeptState,
  now: string,
) => saveKeptState(kysely, KEYS[kind], state, now);
