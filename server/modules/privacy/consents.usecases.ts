import type { Kysely } from 'kysely';
import { type ConsentKind, currentConsentText } from '#contract/words/consent-texts.ts';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';
import {
  deletePlaysOf,
  findLastAnswer,
  insertConsent,
  withdrawConsents,
} from './consents.repository.ts';

/** Takes down that she agreed, by signing up beside these words; in the transaction that makes her account. */
export async function recordSignUpConsent(
  trx: Kysely<Database>,
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  await insertConsent(trx, {
    user_id: userId,
    kind: 'play_log' satisfies ConsentKind,
    text_version: currentConsentText('play_log').version,
    granted: true,
    created_at: now,
  });
}

/** Whether her last answer is a yes. Who was never asked has not agreed. */
export async function hasConsent(
  trx: Kysely<Database>,
  dialect: DialectSql,
  asked: { userId: string; kind: ConsentKind },
): Promise<boolean> {
  const last = await findLastAnswer(trx, dialect, asked);
  return last?.granted === true && last.withdrawn_at === null;
}

/** Ends what she agreed to before, and takes away what was kept because of it. */
export async function applyRefusal(
  trx: Kysely<Database>,
  refusal: { userId: string; kind: string; now: string },
): Promise<void> {
  await withdrawConsents(trx, refusal);
  if (refusal.kind === ('play_log' satisfies ConsentKind)) await deletePlaysOf(trx, refusal.userId);
}
