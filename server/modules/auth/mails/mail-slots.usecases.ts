import type { Executor } from '#db/schema/database.ts';
import { HOUR_MS, isoNow } from '#server/core/clock.ts';
import { clearCount, counterKey, countUp, findCount } from '#server/core/counters.repository.ts';
import { countUse } from '#server/core/limiter.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { type AskedMail, takeMailTurn } from '#server/core/mail/mail-turns.ts';
import { updateUser } from '../accounts/accounts.repository.ts';
import {
  createMailIntervalError,
  createMailQuotaError,
  createRateLimitError,
} from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import type { OneTimeKind } from '../tokens/one-time-tokens.repository.ts';
/** Type of request; each has its own interval. */
export type MailRequest = keyof typeof SENT_AT_COLUMN;

/** The column with the time of the last mail; two kinds share one, as in GoTrue. */
const SENT_AT_COLUMN = {
  signup: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  email_change: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Partial<Record<AskedMail, keyof UserRow>>;

/**
 * Codes that a mail replaces, for any account with this address. None for a new address: anyone may request a
 * change to it, which must not reset the attempts of another code.
 */
const NEW_CODES: Readonly<Record<MailRequest | 'email_change_new', readonly OneTimeKind[]>> = {
  signup: ['confirmation'],
  magiclink: ['confirmation', 'recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_current'],
  email_change_new: [],
  reauthentication: ['reauthentication'],
};

/**
 * Reserves the right to send a mail of this kind to this address, or throws with the time to wait. Runs before
 * the account lookup, so that it does not reveal accounts.
 */
export async function claimMailSlot(
  context: AuthContext,
  trx: Executor,
  request: MailRequest | 'email_change_new',
  email: string,
): Promise<void> {
  const waitMs = await takeMailTurn(context, trx, request, email);
  if (waitMs > 0) throw createMailIntervalError(Math.ceil(waitMs / 1000));
  await countAsked(context, trx);
  await clearCodeTries(context, trx, email, NEW_CODES[request]);
  const limit = context.config.AUTH_MAILS_PER_HOUR;
  if (limit === 0) return;
  const now = context.clock.now();
  const sent = await findCount(trx, 'mails', now);
  const isSpent = sent !== undefined && sent.count >= limit;
  if (isSpent && now - sent.since < HOUR_MS) throw createMailQuotaError(sent.since + HOUR_MS - now);
}

/** Counts mails requested by a network. */
async function countAsked(context: AuthContext, trx: Executor): Promise<void> {
  if (!context.isLimited) return;
  const waitMs = await countUse(context, trx, QUOTAS.mailsFromNetwork, context.network);
  if (waitMs > 0) throw createMailQuotaError(waitMs);
}
/** Records the time of the mail in the account. */
export async function noteMail(
  context: AuthContext,
  trx: Executor,
  user: UserRow,
  request: MailRequest,
): Promise<UserRow> {
  await countMail(context, trx);
  const at = isoNow(context.clock);
  return updateUser(trx, user.id, { [SENT_AT_COLUMN[request]]: at, updated_at: at });
}

/** Counts against the server's hourly limit. */
export async function countMail(context: AuthContext, trx: Executor): Promise<void> {
  if (context.config.AUTH_MAILS_PER_HOUR === 0) return;
  await countUp(trx, 'mails', { windowMs: HOUR_MS, now: context.clock.now() });
}

/**
 * Counts an attempt at the code of the newest mail to this address before checking it: per network, and over
 * all networks. Addresses without an account are counted alike.
 */
export async function countCodeTry(
  context: AuthContext,
  email: string,
  kinds: readonly OneTimeKind[],
): Promise<void> {
  for (const { quota, subject } of codeCounters(context, email, kinds)) {
    const waitMs = await countUse(context, context.db.kysely, quota, subject);
    if (waitMs > 0) throw createRateLimitError(waitMs);
  }
}

/** Resets the attempts at codes of these kinds only; call it for a new mail and for a used one. */
export async function clearCodeTries(
  context: AuthContext,
  trx: Executor,
  email: string,
  kinds: readonly OneTimeKind[],
): Promise<void> {
  for (const { quota, subject } of codeCounters(context, email, kinds)) {
    await clearCount(trx, counterKey(context.config, quota.what, subject));
  }
}

const codeCounters = ({ network }: AuthContext, email: string, kinds: readonly OneTimeKind[]) =>
  kinds.flatMap((kind) => [
    { quota: QUOTAS.codeFromNetwork, subject: `${network}\n${kind}\n${email}` },
    { quota: QUOTAS.codeOfMail, subject: `${kind}\n${email}` },
  ]);
