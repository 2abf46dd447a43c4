import { z } from 'zod';
import { type InboxState, inboxStateSchema } from '#contract/calls/inbox.ts';
import type { AppDatabase } from '#db/open.ts';
import { findStoredState, saveStoredState } from '#server/core/stored-state.repository.ts';

const KEY = 'inbox';

/** Unreadable state counts as none. */
export async function findInboxState({ kysely }: AppDatabase): Promise<InboxState | null> {
  const state = await findStoredState(kysely, KEY);
  return inboxStateSchema.nullable().catch(null).parse(state);
}

export const saveInboxState = ({ kysely }: AppDatabase, state: InboxState, now: string) =>
  saveStoredState(kysely, KEY, state, now);

/** Failed attempts to read each mail, by its key; newest last. */
const FAILED_KEY = 'inbox_failed_mails';
const failedSchema = z.record(z.string(), z.int());
const MAX_FAILED = 200;

export async function findFailedMails({ kysely }: AppDatabase): Promise<Record<string, number>> {
  return failedSchema.catch({}).parse(await findStoredState(kysely, FAILED_KEY));
}

/** Saving zero `tries` removes the entry. */
export async function saveFailedMail(
  db: AppDatabase,
  { key, tries }: { key: string; tries: number },
  now: string,
): Promise<void> {
  const { [key]: _before, ...others } = await findFailedMails(db);
  const all = Object.entries({ ...others, ...(tries > 0 ? { [key]: tries } : {}) });
  await saveStoredState(db.kysely, FAILED_KEY, Object.fromEntries(all.slice(-MAX_FAILED)), now);
}
