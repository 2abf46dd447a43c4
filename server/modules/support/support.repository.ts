import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';

type Executor = Kysely<Database>;

interface Answered {
  readonly id: number;
  readonly answer: string;
  readonly status: 'answered' | 'closed';
  readonly now: string;
}

/** The ticket as it was, with the address of whoever wrote it. */
export async function findTicket(db: Executor, id: number) {
  return db
    .selectFrom('support_tickets')
    .innerJoin('users', 'users.id', 'support_tickets.user_id')
    .select(['support_tickets.user_id', 'subject', 'message', 'status', 'answer', 'users.email'])
    .where('support_tickets.id', '=', id)
    .executeTakeFirst();
}

export async function saveAnswer(trx: Executor, { id, answer, status, now }: Answered) {
  await trx
    .updateTable('support_tickets')
    .set({ answer, status, answered_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
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

/** Of the ticket only what the admin changed: the mother's own words are in her ticket alone. */
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
