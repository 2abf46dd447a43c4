import { REPLIES_PER_PERSON } from '#contract/constants/limits.ts';
import { isoNow } from '#server/core/clock.ts';
import { createSecretKeys } from '#server/core/config/secret-keys.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isBanned } from '#server/modules/auth/sessions/sessions.repository.ts';
import { findSignedReferences, isSignedReferenceOf } from './signed-reference.ts';
import {
  findTicket,
  hasReplied,
  insertMessage,
  isMailStored,
  lockTicket,
  updateTicket,
} from './support.repository.ts';

interface Mailed {
  /** Headers that may hold the ticket's signed reference. */
  readonly referenceHeaders: string;
  readonly sender: string | undefined;
}

/**
 * Finds the ticket of a reply. Requires both the ticket's signed reference and its author's address, because either
 * alone can be forged. Ignores replies of banned users.
 */
export async function findAnsweredTicket(
  { clock, config, db }: Pick<ServerDeps, 'clock' | 'config' | 'db'>,
  { referenceHeaders, sender }: Mailed,
): Promise<number | undefined> {
  if (sender === undefined) return undefined;
  const { ticketReferences } = createSecretKeys(config.JWT_SECRET);
  for (const { id, reference } of findSignedReferences(referenceHeaders)) {
    const ticket = await findTicket(db.kysely, id);
    if (!ticket || !isSignedReferenceOf(ticketReferences, ticket, reference)) continue;
    if (ticket.email.toLowerCase() === sender && !isBanned(ticket, clock.now())) return id;
  }
  return undefined;
}

/** `known`: the mail was stored before. `full`: the user has reached the message limit. `gone`: no ticket. */
export type StoredReply = 'taken' | 'known' | 'full' | 'gone';

/** Stores a mailed reply as a message; repeated calls with the same `mailKey` have no effect. */
export async function storeMailedReply(
  { clock, db }: Pick<ServerDeps, 'clock' | 'db'>,
  { ticketId, mailKey, text }: { ticketId: number; mailKey: string; text: string },
): Promise<StoredReply> {
  const now = isoNow(clock);
  return db.transaction(async (trx) => {
    const ticket = await lockTicket(trx, db.sql, ticketId);
    if (!ticket) return 'gone';
    if (await isMailStored(trx, mailKey)) return 'known';
    if (await hasReplied(trx, ticket.user_id, REPLIES_PER_PERSON)) return 'full';
    const reopened = { status: 'open', updated_at: now } as const;
    if (!(await updateTicket(trx, ticketId, reopened))) return 'gone';
    const message = { ticketId, author: 'person', text, now, mailKey } as const;
    return (await insertMessage(trx, message)) ? 'taken' : 'known';
  });
}

export function isReplyStored({ db }: Pick<ServerDeps, 'db'>, mailKey: string): Promise<boolean> {
  return isMailStored(db.kysely, mailKey);
}
