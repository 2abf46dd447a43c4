import type { Insertable } from 'kysely';
import type { ConsentKind } from '#contract/constants/consent-texts.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Database, Executor } from '#db/schema/database.ts';

export async function insertConsent(
  trx: Executor,
  consent: Insertable<Database['consents']>,
): Promise<void> {
  await trx.insertInto('consents').values(consent).execute();
}

/** Locks until the transaction ends, so that a concurrent withdrawal sees rows written under this consent. */
export function findLastAnswer(
  trx: Executor,
  dialect: DialectSql,
  { userId, kind }: { userId: string; kind: ConsentKind },
) {
  return trx
    .selectFrom('consents')
    .select(['granted', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .modifyEnd(dialect.forUpdate)
    .executeTakeFirst();
}

export async function withdrawConsents(
  trx: Executor,
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
}
