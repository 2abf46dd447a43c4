import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';

type NewsletterStatus = NewsletterSubscriber['status'];

export interface NewsletterRequest {
  email: string;
  tokenHash: string;
  source: string | null;
  textVersion: string;
  now: string;
}

/** Stores the request; false if the address is confirmed. One statement, so that it does not undo a confirmation. */
export async function saveRequest(
  { kysely }: AppDatabase,
  request: NewsletterRequest,
): Promise<boolean> {
  const values = {
    status: 'pending' as const,
    token_hash: request.tokenHash,
    source: request.source,
    text_version: request.textVersion,
    created_at: request.now,
  };
  const saved = await kysely
    .insertInto('newsletter_subscribers')
    .values({ email: request.email, ...values })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ ...values, confirmed_at: null, unsubscribed_at: null })
        .where('newsletter_subscribers.status', '<>', 'confirmed'),
    )
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** True if the token is known and not unsubscribed; idempotent. */
export async function confirmRequest(
  { kysely }: AppDatabase,
  tokenHash: string,
  now: string,
): Promise<boolean> {
  await kysely
    .updateTable('newsletter_subscribers')
    .set({ status: 'confirmed', confirmed_at: now })
    .where('token_hash', '=', tokenHash)
    .where('status', '=', 'pending')
    .execute();
  return (await findStatus(kysely, tokenHash)) === 'confirmed';
}

/** True if the token is known; idempotent. */
export async function endSubscription(
  { kysely }: AppDatabase,
  tokenHash: string,
  now: string,
): Promise<boolean> {
  await kysely
    .updateTable('newsletter_subscribers')
    .set({ status: 'unsubscribed', unsubscribed_at: now })
    .where('token_hash', '=', tokenHash)
    .where('status', '<>', 'unsubscribed')
    .execute();
  return (await findStatus(kysely, tokenHash)) !== undefined;
}

/** Unsubscribes on request by an admin; true if the row exists, even if already unsubscribed. */
export async function unsubscribe(db: AppDatabase, id: number, now: string): Promise<boolean> {
  return db.transaction(async (trx) => {
    const before = await trx
      .selectFrom('newsletter_subscribers')
      .select(['status', 'unsubscribed_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (before === undefined || before.status === 'unsubscribed') return before !== undefined;
    const after = { status: 'unsubscribed' as const, unsubscribed_at: now };
    await trx.updateTable('newsletter_subscribers').set(after).where('id', '=', id).execute();
    const change = { on: 'newsletter_subscribers', which: String(id), before, after, now } as const;
    await recordInAuditLog(trx, { actor: 'service_role', action: 'update', ...change });
    return true;
  });
}

const PAGE = 1_000;

/** Iterates all subscribers, or those with one status, in order of joining. */
export async function* readSubscribers(db: Executor, status: NewsletterStatus | 'all') {
  for (let after = 0; ; ) {
    let query = db
      .selectFrom('newsletter_subscribers')
      .select(['id', 'email', 'status', 'source', 'text_version'])
      .select(['created_at', 'confirmed_at', 'unsubscribed_at'])
      .where('id', '>', after);
    if (status !== 'all') query = query.where('status', '=', status);
    const rows = await query.orderBy('id').limit(PAGE).execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

async function findStatus(db: Executor, tokenHash: string): Promise<NewsletterStatus | undefined> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select('status')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.status;
}
