import { REPLIES_PER_PERSON } from '#contract/words/limits.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createSecretKeys } from '#server/identity/sessions/secret-keys.ts';
import { addressOf } from '#server/modules/mail/mail.usecases.ts';
import { findReplyAddress } from './answer-mail.ts';
import {
  findTicket,
  hasReplied,
  insertMessage,
  isMailTaken,
  openAgain,
} from './support.repository.ts';
import { findMarks, isMarkOf } from './ticket-mark.ts';

interface Mailed {
  /** Where the mark of a ticket may stand. */
  readonly marked: string;
  readonly sender: string | undefined;
}

/**
 * The ticket a mail answers: it has the mark of that ticket, and comes from whoever opened it. The address alone can be
 * made up, and the mark alone be passed on. Who is banned answers by mail as little as in her profile.
 */
export async function findAnsweredTicket(
  { clock, config, db }: Pick<ServerDeps, 'clock' | 'config' | 'db'>,
  { marked, sender }: Mailed,
): Promise<number | undefined> {
  if (sender === undefined) return undefined;
  const { ticketMarks } = createSecretKeys(config.JWT_SECRET);
  for (const { id, mark } of findMarks(marked)) {
    const ticket = await findTicket(db.kysely, id);
    if (!ticket || !isMarkOf(ticketMarks, ticket, mark)) continue;
    const isBanned = Date.parse(ticket.banned_until ?? '') > clock.now();
    if (ticket.email.toLowerCase() === sender && !isBanned) return id;
  }
  return undefined;
}

/** `known`: that mail was taken before. `full`: she has as many messages as are kept. `gone`: her ticket is. */
export type TakenReply = 'taken' | 'known' | 'full' | 'gone';

/** What she wrote by mail becomes a message of her ticket, once, whoever takes it and however often. */
export async function takeMailedReply(
  { clock, db }: Pick<ServerDeps, 'clock' | 'db'>,
  { ticketId, mailKey, text }: { ticketId: number; mailKey: string; text: string },
): Promise<TakenReply> {
  const now = isoNow(clock);
  return db.transaction(async (trx) => {
    const ticket = await findTicket(trx, ticketId);
    if (!ticket) return 'gone';
    if (await isMailTaken(trx, mailKey)) return 'known';
    if (await hasReplied(trx, ticket.user_id, REPLIES_PER_PERSON)) return 'full';
    const message = { ticketId, author: 'person', text, now, mailKey } as const;
    if (!(await insertMessage(trx, message))) return 'known';
    await openAgain(trx, ticketId, now);
    return 'taken';
  });
}

export function wasMailTaken({ db }: Pick<ServerDeps, 'db'>, mailKey: string): Promise<boolean> {
  return isMailTaken(db.kysely, mailKey);
}

/** By which a mail program names us when it quotes. */
export async function findOwnAddresses({
  config,
  settings,
}: Pick<ServerDeps, 'config' | 'settings'>): Promise<string[]> {
  const { brand } = await settings.read();
  return [...new Set([findReplyAddress(config, brand), addressOf(config.MAIL_FROM)])].filter(
    (it) => it !== undefined,
  );
}
