import type { AppDatabase } from '#db/open.ts';

export type NewsletterStatus = 'pending' | 'confirmed' | 'unsubscribed';

export interface NewsletterRequest {
  email: string;
  tokenHash: string;
  source: string | null;
  textVersion: string;
  now: string;
  /** A mail that went out after this moment is not sent again. */
  mailedBefore: string;
}

/** Writes the wish down; true when a confirmation mail has to follow. */
export async function saveRequest(db: AppDatabase, request: NewsletterRequest): Promise<boolean> {
  return db.transaction(async (trx) => {
    const known = await trx
      .selectFrom('newsletter_subscribers')
      .select(['status', 'created_at'])
      .where('email', '=', request.email)
      .executeTakeFirst();
    if (known?.status === 'confirmed') return false;
    if (known?.status === 'pending' && known.created_at > request.mailedBefore) return false;
    const wish = {
      status: 'pending' as const,
      token_hash: request.tokenHash,
      source: request.source,
      text_version: request.textVersion,
      created_at: request.now,
    };
    await trx
      .insertInto('newsletter_subscribers')
      .values({ email: request.email, ...wish })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({ ...wish, unsubscribed_at: null }),
      )
      .execute();
    return true;
  });
}

/** True when the token belongs to somebody; doing it twice changes nothing the second time. */
export async function confirmRequest(
  db: AppDatabase,
  tokenHash: string,
  now: string,
): Promise<boolean> {
  const found = await findStatus(db, tokenHash);
  if (found === 'pending') {
    await db.kysely
      .updateTable('newsletter_subscribers')
      .set({ status: 'confirmed', confirmed_at: now })
      .where('token_hash', '=', tokenHash)
      .execute();
  }
  return found === 'pending' || found === 'confirmed';
}

export async function endSubscription(
  db: AppDatabase,
  tokenHash: string,
  now: string,
): Promise<boolean> {
  const found = await findStatus(db, tokenHash);
  if (found !== undefined && found !== 'unsubscribed') {
    await db.kysely
      .updateTable('newsletter_subscribers')
      .set({ status: 'unsubscribed', unsubscribed_at: now })
      .where('token_hash', '=', tokenHash)
      .execute();
  }
  return found !== undefined;
}

async function findStatus(
  db: AppDatabase,
  tokenHash: string,
): Promise<NewsletterStatus | undefined> {
  const row = await db.kysely
    .selectFrom('newsletter_subscribers')
    .select('status')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.status;
}
