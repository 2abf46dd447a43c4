import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { countUp, findCount } from '#server/core/counters.repository.ts';
import { type AskedMail, takeMailTurn } from '#server/core/mail-turns.ts';
import { updateUser } from '#server/identity/accounts/users.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import type { UserRow } from '#server/identity/sessions/sessions.repository.ts';
import { createMailIntervalError, createMailQuotaError } from './auth-mails.errors.ts';

/** What was asked for; each kind has an interval of its own. */
export type MailDoor = keyof typeof CLOCK_OF;

const HOUR_MS = 60 * 60 * 1000;

/** Which of her times says when the last one went out; two kinds share one, as GoTrue shows them. */
const CLOCK_OF = {
  signup: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  email_change: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Partial<Record<AskedMail, keyof UserRow>>;

/**
 * Takes the right to ask for one mail of this kind to this address now, or says how long to wait. Asked
 * before it is known whether there is such an account, and so alike for all addresses.
 */
export async function claimMailSlot(
  context: AuthContext,
  trx: Kysely<Database>,
  door: MailDoor | 'email_change_new',
  email: string,
): Promise<void> {
  const waitMs = await takeMailTurn(context, trx, door, email);
  if (waitMs > 0) throw createMailIntervalError(Math.ceil(waitMs / 1000));
  if (!hasQuota(context)) return;
  const now = context.clock.now();
  const sent = await findCount(trx, 'mails', now);
  const isSpent = sent !== undefined && sent.count >= context.config.AUTH_MAILS_PER_HOUR;
  if (isSpent && now - sent.since < HOUR_MS) throw createMailQuotaError();
}

/** Notes on her account that such a mail is going out now. */
export async function noteMail(
  context: AuthContext,
  trx: Kysely<Database>,
  user: UserRow,
  door: MailDoor,
): Promise<UserRow> {
  await countMail(context, trx);
  const at = isoNow(context.clock);
  return updateUser(trx, user.id, { [CLOCK_OF[door]]: at, updated_at: at });
}

/** One more of the server's hour. */
export async function countMail(context: AuthContext, trx: Kysely<Database>): Promise<void> {
  if (hasQuota(context))
    await countUp(trx, 'mails', { windowMs: HOUR_MS, now: context.clock.now() });
}

/** As read last: this is asked inside a transaction. */
function hasQuota({ config, settings }: AuthContext): boolean {
  return config.AUTH_MAILS_PER_HOUR > 0 && settings.known.switches.email_confirmation;
}
