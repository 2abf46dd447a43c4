import type { Kysely } from 'kysely';
import {
  type ConsentKind,
  currentConsentText,
  SIGN_UP_ANSWER,
} from '#contract/words/consent-texts.ts';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';
import {
  deletePlaysOf,
  findLastAnswer,
  insertConsent,
  withdrawConsents,
} from './consents.repository.ts';

/** What a sign-up says about the play log, and what it says besides. */
export function takeSignUpAnswer(
  data: Record<string, unknown> | undefined,
  { startsOn }: { startsOn: boolean },
): { agrees: boolean | undefined; data: Record<string, unknown> } {
  const { [SIGN_UP_ANSWER]: said, ...rest } = data ?? {};
  if (typeof said === 'boolean') return { agrees: said, data: rest };
  // A client that shows no switch: as the specification has it, or not asked yet.
  return { agrees: startsOn ? true : undefined, data: rest };
}

/** Takes down what she answered beside these words; in the transaction that makes her account. */
export async function recordSignUpConsent(
  trx: Kysely<Database>,
  { userId, granted, now }: { userId: string; granted: boolean; now: string },
): Promise<void> {
  await insertConsent(trx, {
    user_id: userId,
    kind: 'play_log' satisfies ConsentKind,
    text_version: currentConsentText('play_log').version,
    granted,
    created_at: now,
  });
}

/**
 * A no of whoever signs up again at an address that nobody has confirmed yet: what she saw switched off must
 * not be on. A yes changes nothing, since it is not known whose it is.
 */
export async function recordLaterRefusal(
  trx: Kysely<Database>,
  dialect: DialectSql,
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  const kind = 'play_log' satisfies ConsentKind;
  if (!(await hasConsent(trx, dialect, { userId, kind }))) return;
  await recordSignUpConsent(trx, { userId, granted: false, now });
  await applyRefusal(trx, { userId, kind, now });
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
