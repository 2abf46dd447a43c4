import type { Executor } from '#db/schema/database.ts';
import { HOUR_MS, isoNow } from '#server/core/clock.ts';
import {
  counterKey,
  incrementCounter,
  readCounter,
  resetCounter,
} from '#server/core/counters.repository.ts';
import { countUse } from '#server/core/limiter.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { type RequestedMail, reserveMail } from '#server/core/mail/requested-mails.ts';
import { updateUser } from '../accounts/accounts.repository.ts';
import {
  createMailIntervalError,
  createMailQuotaError,
  createRateLimitError,
} from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import type { OneTimeKind } from '../tokens/one-time-tokens.repository.ts';

/** Each type of request has its own minimum interval. */
export type MailRequest = keyof typeof SENT_AT_COLUMN;

/** Column with the time of the last mail. As in GoTrue, two types share one. */
const SENT_AT_COLUMN = {
  signup: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  email_change: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Partial<Record<RequestedMail, keyof UserRow>>;

/**
 * Kinds of codes whose attempts a request resets, because a new mail replaces the code. None for the new address of
 * a change: anyone can request a change to any address, so it must not reset attempts.
 */
const RESET_CODES: Readonly<Record<MailRequest | 'email_change_new', readonly OneTimeKind[]>> = {
  signup: ['confirmation'],
  magiclink: ['confirmation', 'recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_current'],
  email_change_new: [],
  reauthentication: ['reauthentication'],
};

/**
 * Counts a request for a mail against the rate limits, or throws with the time to wait. Call it before the account
 * lookup, so that the limits do not reveal which accounts exist.
 */
export async function claimMailSlot(
  context: AuthContext,
  trx: Executor,
  request: MailRequest | 'email_change_new',
  email: string,
): Promise<void> {
  // Locks the attempts first, as the use of a code does: on PostgreSQL a different order may deadlock.
  await clearCodeAttempts(context, trx, email, RESET_CODES[request]);
  const waitMs = await reserveMail(context, trx, request, email);
  if (waitMs > 0) throw createMailIntervalError(Math.ceil(waitMs / 1000));
  if (context.isLimited) {
    const networkWaitMs = await countUse(context, trx, QUOTAS.mailsFromNetwork, context.network);
    if (networkWaitMs > 0) throw createMailQuotaError(networkWaitMs);
  }
  const limit = context.config.AUTH_MAILS_PER_HOUR;
  if (limit === 0) return;
  const now = context.clock.now();
  const sent = await readCounter(trx, 'mails', now);
  const isSpent = sent !== undefined && sent.count >= limit;
  if (isSpent && now - sent.since < HOUR_MS) throw createMailQuotaError(sent.since + HOUR_MS - now);
}

/** Counts the mail and records its time in the account. */
export async function recordMail(
  context: AuthContext,
  trx: Executor,
  user: UserRow,
  request: MailRequest,
): Promise<UserRow> {
  const at = isoNow(context.clock);
  const changed = await updateUser(trx, user.id, {
    [SENT_AT_COLUMN[request]]: at,
    updated_at: at,
  });
  // Locks the counter after the user, as changes of the account do: on PostgreSQL a different order may deadlock.
  await countMail(context, trx);
  return changed;
}

/** Counts a mail against AUTH_MAILS_PER_HOUR. */
export async function countMail(context: AuthContext, trx: Executor): Promise<void> {
  if (context.config.AUTH_MAILS_PER_HOUR === 0) return;
  await incrementCounter(trx, 'mails', { windowMs: HOUR_MS, now: context.clock.now() });
}

/**
 * Counts an attempt at the code of the newest mail, per network and over all networks. Call it before the check, even
 * for addresses without an account.
 */
export async function countMailCodeAttempt(
  context: AuthContext,
  email: string,
  kinds: readonly OneTimeKind[],
): Promise<void> {
  for (const { quota, subject } of codeCounters(context, email, kinds)) {
    const waitMs = await countUse(context, context.db.kysely, quota, subject);
    if (waitMs > 0) throw createRateLimitError(waitMs);
  }
}

/** Resets the attempts after a new mail or a correct code. */
export async function clearCodeAttempts(
  context: AuthContext,
  trx: Executor,
  email: string,
  kinds: readonly OneTimeKind[],
): Promise<void> {
  for (const { quota, subject } of codeCounters(context, email, kinds)) {
    await resetCounter(trx, counterKey(context.config, quota.what, subject));
  }
}

const codeCounters = ({ network }: AuthContext, email: string, kinds: readonly OneTimeKind[]) =>
  kinds.flatMap((kind) => [
    { quota: QUOTAS.codeFromNetwork, subject: `${network}\n${kind}\n${email}` },
    { quota: QUOTAS.codeOfMail, subject: `${kind}\n${email}` },
  ]);
