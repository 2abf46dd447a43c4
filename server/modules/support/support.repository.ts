import type { Updateable } from 'kysely';
import type { TicketMessage } from '#contract/calls/ticket-thread.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';

interface Answered {
  readonly id: number;
  readonly answer: string;
  readonly status: 'answered' | 'closed';
  readonly now: string;
}

/** The ticket with its author's address. */
export async function findTicket(db: Executor, id: number) {
  return db
    .selectFrom('support_tickets')
    .innerJoin('users', 'users.id', 'support_tickets.user_id')
    .select(['support_tickets.id', 'support_tickets.user_id', 'subject', 'message', 'status'])
    .select(['answer', 'answered_at', 'users.email', 'users.banned_until'])
    .select(['support_tickets.created_at', 'support_tickets.updated_at'])
    .where('support_tickets.id', '=', id)
    .executeTakeFirst();
}
/** The ticket, or undefined if it is gone; locks its author, because the account may be deleted at this moment. */
export async function lockTicket(trx: Executor, dialect: DialectSql, id: number) {
  const ticket = await findTicket(trx, id);
  const author = ticket && (await lockUser(trx, dialect, ticket.user_id));
  return author && findTicket(trx, id);
}

export type FoundTicket = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

/** The update also locks the ticket; false if the ticket was deleted. */
export async function updateTicket(
  trx: Executor,
  id: number,
  set: Updateable<Database['support_tickets']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('support_tickets')
    .set(set)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listMessages(db: Executor, ticketId: number) {
  return db
    .selectFrom('ticket_messages')
    .select(['id', 'author', 'text', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();
}

interface NewMessage {
  readonly ticketId: number;
  readonly author: TicketMessage['author'];
  readonly text: string;
  readonly now: string;
  /** Unique key of the mail, if the message was mailed. */
  readonly mailKey?: string;
}

/** False if the mail was already stored. */
export async function insertMessage(trx: Executor, message: NewMessage): Promise<boolean> {
  const { ticketId: ticket_id, author, text, now: created_at, mailKey: mail_key = null } = message;
  const inserted = await trx
    .insertInto('ticket_messages')
    .values({ ticket_id, author, text, created_at, mail_key })
    .onConflict((conflict) => conflict.column('mail_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function isMailStored(db: Executor, mailKey: string): Promise<boolean> {
  const message = await db
    .selectFrom('ticket_messages')
    .select('id')
    .where('mail_key', '=', mailKey)
    .executeTakeFirst();
  return message !== undefined;
}

/** Whether the user has written at least `limit` replies. */
export async function hasReplied(db: Executor, userId: string, limit: number): Promise<boolean> {
  const last = await db
    .selectFrom('ticket_messages')
    .innerJoin('support_tickets', 'support_tickets.id', 'ticket_id')
    .select('ticket_messages.id')
    .where('user_id', '=', userId)
    .where('author', '=', 'person')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  return last !== undefined;
}

export async function insertAnswerNotification(
  trx: Executor,
  notification: { userId: string; title: string; body: string; now: string },
) {
  const { userId: user_id, title, body, now } = notification;
  await trx
    .insertInto('notifications')
    .values({ user_id, title, body, publish_at: now, created_at: now })
    .execute();
}

/** Logs only what the admin changed, not the user's text. */
export async function logAnswer(
  trx: Executor,
  { id, answer, status, now }: Answered,
  before: { status: string; answer: string | null },
) {
  await recordInAuditLog(trx, {
    actor: 'service_role',
    action: 'update',
    on: 'support_tickets',
    which: String(id),
    before: { status: before.status, answer: before.answer },
    after: { status, answer },
    now,
  });
}

/**
 * Closes tickets that were answered before this time and got no reply. Leaves `updated_at`, because retention needs it.
 */
export async function closeInactive(
  trx: Executor,
  { before, now, limit }: { before: string; now: string; limit: number },
): Promise<number> {
  const inactive = trx
    .selectFrom('support_tickets')
    .select('id')
    .where('status', '=', 'answered')
    .where('updated_at', '<', before)
    .orderBy('id')
    .limit(limit);
  const closed = await trx
    .updateTable('support_tickets')
    .set({ status: 'closed' })
    .where('id', 'in', inactive)
    // Checked again, because either side may write meanwhile.
    .where('status', '=', 'answered')
    .where('updated_at', '<', before)
    .returning('id')
    .execute();
  const change = { before: { status: 'answered' }, after: { status: 'closed' }, now };
  const entry = { actor: 'schedule', action: 'update', on: 'support_tickets' } as const;
  const entries = closed.map(({ id }) => ({ ...entry, which: String(id), ...change }));
  await recordInAuditLog(trx, ...entries);
  return closed.length;
}
