import type { Kysely } from 'kysely';
import { type ConsentKind, currentConsentText } from '#contract/words/consent-texts.ts';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';

/** Takes down that she agreed, by signing up beside these words; in the transaction that makes her account. */
export async function recordSignUpConsent(
  trx: Kysely<Database>,
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  await trx
    .insertInto('consents')
    .values({
      user_id: userId,
      kind: 'play_log' satisfies ConsentKind,
      text_version: currentConsentText('play_log').version,
      granted: true,
      created_at: now,
    })
    .execute();
}

/**
 * Whether her last answer is a yes. Who was never asked has not agreed. Her answer is held until the
 * transaction ends, so that a withdrawal beside it finds what was written under it.
 */
export async function hasConsent(
  trx: Kysely<Database>,
  dialect: DialectSql,
  { userId, kind }: { userId: string; kind: ConsentKind },
): Promise<boolean> {
  const last = await trx
    .selectFrom('consents')
    .select(['granted', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .modifyEnd(dialect.forUpdate)
    .executeTakeFirst();
  return last?.granted === true && last.withdrawn_at === null;
}

/** Ends what she agreed to before, and takes away what was kept because of it. */
export async function applyRefusal(
  trx: Kysely<Database>,
  { userId, kind, now }: { userId: string; kind: string; now: string },
): Promise<void> {
  await trx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('granted', '=', true)
    .where('withdrawn_at', 'is', null)
    .execute();
  if (kind === ('play_log' satisfies ConsentKind)) {
    await trx.deleteFrom('user_activity').where('user_id', '=', userId).execute();
  }
}
