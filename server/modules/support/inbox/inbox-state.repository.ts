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
