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

/** Hashes of the headers of mails that could not be parsed; newest last. */
const FAILED_KEY = 'inbox_failed_mails';
const MAX_FAILED = 200;

export async function findFailedMails({ kysely }: AppDatabase): Promise<string[]> {
  return z
    .array(z.string())
    .catch([])
    .parse(await findStoredState(kysely, FAILED_KEY));
}

export async function addFailedMail(db: AppDatabase, hash: string, now: string): Promise<void> {
  const all = [...(await findFailedMails(db)), hash].slice(-MAX_FAILED);
  await saveStoredState(db.kysely, FAILED_KEY, all, now);
}
