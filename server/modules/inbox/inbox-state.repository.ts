import { type InboxState, inboxStateSchema } from '#contract/calls/inbox.ts';
import { toJson } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';

/** A row of `settings`, which every machine sees and only the admin's side reads. */
const KEY = 'inbox';

/** What cannot be read has not happened. */
export async function findInboxState({ kysely }: AppDatabase): Promise<InboxState | null> {
  const row = await kysely
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst();
  return inboxStateSchema
    .nullable()
    .catch(null)
    .parse(row?.value ?? null);
}

export async function saveInboxState(
  { kysely }: AppDatabase,
  state: InboxState,
  now: string,
): Promise<void> {
  const value = toJson(state);
  await kysely
    .insertInto('settings')
    .values({ key: KEY, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute();
}
