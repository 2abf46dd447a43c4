import type { TicketAnswer } from '#contract/calls/admin/ticket-answer.ts';
import type { TicketThread } from '#contract/calls/ticket-thread.ts';
import { cutTo, REPLIES_PER_PERSON } from '#contract/constants/limits.ts';
import { notifications } from '#contract/rows/notifications.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { createAnswerMail } from './answer-mail.ts';
import {
  closeInactive,
  type FoundTicket,
  findTicket,
  hasReplied,
  insertAnswerNotification,
  insertMessage,
  listMessages,
  lockTicket,
  logAnswer,
  updateTicket,
} from './support.repository.ts';
import { answerOutsideThread, threadOf } from './ticket-thread.ts';

/** Undefined for an unknown ticket or, with `userId`, for someone else's. */
export async function readThread(
  { db }: Pick<ServerDeps, 'db'>,
  id: number,
  userId?: string,
): Promise<TicketThread | undefined> {
  const ticket = await findTicket(db.kysely, id);
  if (!ticket || (userId !== undefined && ticket.user_id !== userId)) return undefined;
  return { messages: threadOf(ticket, await listMessages(db.kysely, id)) };
}

const createTooManyRepliesError = () =>
  createHttpError(
    400,
    'You have written as many messages as we can keep. Please write to our email address.',
  );

/** Adds a reply and reopens the ticket. Undefined if the ticket is not the user's. */
export async function replyToTicket(
  { clock, db }: Pick<ServerDeps, 'clock' | 'db'>,
  { id, userId, text }: { id: number; userId: string; text: string },
): Promise<TicketThread | undefined> {
  const now = isoNow(clock);
  return db.transaction(async (trx) => {
    const ticket = await lockTicket(trx, db.sql, id);
    const reopened = { status: 'open', updated_at: now } as const;
    if (ticket?.user_id !== userId || !(await updateTicket(trx, id, reopened))) return undefined;
    if (await hasReplied(trx, userId, REPLIES_PER_PERSON)) throw createTooManyRepliesError();
    await insertMessage(trx, { ticketId: id, author: 'person', text, now });
    return { messages: threadOf(ticket, await listMessages(trx, id)) };
  });
}

/**
 * Adds an answer to the thread, notifies the user and mails it, all in one transaction. False if there is no such
 * ticket.
 */
export async function answerTicket(
  { clock, config, db, mailer, settings: reader }: ServerDeps,
  id: number,
  { answer, isClosed }: TicketAnswer,
): Promise<boolean> {
  const now = isoNow(clock);
  const settings = await reader.read();
  const status = isClosed ? 'closed' : 'answered';
  const answered = { id, answer, status, now } as const;
  return db.transaction(async (trx) => {
    const ticket = await lockTicket(trx, db.sql, id);
    const changes = { answer, status, answered_at: now, updated_at: now } as const;
    if (!ticket || !(await updateTicket(trx, id, changes))) return false;
    const { user_id: userId, subject, email } = ticket;
    await moveAnswerToThread(trx, ticket);
    await insertMessage(trx, { ticketId: id, author: 'helpdesk', text: answer, now });
    await insertAnswerNotification(trx, {
      userId,
      title: cutTo(notifications.columns.title.max, `Our answer: ${subject}`),
      body: answer,
      now,
    });
    await logAnswer(trx, answered, ticket);
    const written = { id, user_id: userId, to: email, subject, answer, isClosed };
    await mailer.send(createAnswerMail(config, settings, written), trx);
    return true;
  });
}

/** The ticket's row holds one answer, so an answer that is only there is copied to the thread. */
async function moveAnswerToThread(trx: Executor, ticket: FoundTicket): Promise<void> {
  const answer = answerOutsideThread(ticket, await listMessages(trx, ticket.id));
  if (!answer) return;
  const { created_at: now, ...message } = answer;
  await insertMessage(trx, { ticketId: ticket.id, ...message, now });
}

/** Limit per maintenance run; the next one closes the rest. */
const CLOSED_AT_ONCE = 200;

/** Closes answered tickets that got no reply, and returns their number. */
export async function closeInactiveTickets(
  { clock, config, db }: Pick<ServerDeps, 'clock' | 'config' | 'db'>,
  before: string,
): Promise<number> {
  if (config.TICKET_SILENCE_DAYS === 0) return 0;
  const selection = { before, now: isoNow(clock), limit: CLOSED_AT_ONCE };
  return db.transaction((trx) => closeInactive(trx, selection));
}
