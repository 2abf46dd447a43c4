import {
  type WholeStates,
  wholeBackupStateSchema,
  wholeCheckStateSchema,
} from '#contract/calls/whole-backups.ts';
import { toJson } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';

/** Rows of `settings`, which every machine sees and only the admin's side reads. */
const KEYS = { backup: 'whole_backup', check: 'whole_check' } as const;

/** What cannot be read has not happened. */
export async function findWholeStates({ kysely }: AppDatabase): Promise<WholeStates> {
  const rows = await kysely
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(KEYS))
    .execute();
  const storedOf = (kind: keyof typeof KEYS) => rows.find(({ key }) => key === KEYS[kind])?.value;
  const nothing = { last: null, failed: null, progress: null };
  return {
    backup: wholeBackupStateSchema.catch(nothing).parse(storedOf('backup')),
    check: wholeCheckStateSchema.catch(nothing).parse(storedOf('check')),
  };
}

/** Of either. */
export type KeptState = Omit<WholeStates['backup'], 'last'> & {
  readonly last: WholeStates[keyof WholeStates]['last'];
};

export async function saveWholeState(
  { kysely }: AppDatabase,
  kind: keyof WholeStates,
  state: KeptState,
  now: string,
): Promise<void> {
  const value = toJson(state);
  await kysely
    .insertInto('settings')
    .values({ key: KEYS[kind], value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute();
}
