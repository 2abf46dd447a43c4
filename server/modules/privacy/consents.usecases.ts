import {
  type ConsentKind,
  currentConsentText,
  SIGN_UP_ANSWER,
} from '#contract/constants/consent-texts.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';
import { deletePlaysOf } from '#server/core/plays.repository.ts';
import { findLastAnswer, insertConsent, withdrawConsents } from './consents.repository.ts';

/** Separates the consent to the play log from the other sign-up data. */
export function extractSignUpConsent(
  data: Record<string, unknown> | undefined,
  { startsOn }: { startsOn: boolean },
): { agrees: boolean | undefined; data: Record<string, unknown> } {
  const { [SIGN_UP_ANSWER]: answer, ...rest } = data ?? {};
  if (typeof answer === 'boolean') return { agrees: answer, data: rest };
  // A client without the switch gets the configured default, or counts as not asked.
  return { agrees: startsOn ? true : undefined, data: rest };
}

/** Stores the consent given at sign-up, in the transaction that creates the account. */
export async function recordSignUpConsent(
  trx: Executor,
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

/** Whether the last answer is a yes; without an answer there is no consent. */
export async function hasConsent(
  trx: Executor,
  dialect: DialectSql,
  asked: { userId: string; kind: ConsentKind },
): Promise<boolean> {
  const last = await findLastAnswer(trx, dialect, asked);
  return last?.granted === true && last.withdrawn_at === null;
}

/** Withdraws the consent and deletes the data collected under it. */
export async function withdrawConsent(
  trx: Executor,
  withdrawal: { userId: string; kind: string; now: string },
): Promise<void> {
  await withdrawConsents(trx, withdrawal);
  if (withdrawal.kind === ('play_log' satisfies ConsentKind))
    await deletePlaysOf(trx, withdrawal.userId);
}
