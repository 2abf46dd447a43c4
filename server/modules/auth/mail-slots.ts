import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { createMailIntervalError, createMailQuotaError } from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { counterKey, countUp } from './counters.repository.ts';
import type { UserRow } from './sessions.ts';

export type MailClock =
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'email_change_sent_at'
  | 'reauthentication_sent_at';

const HOUR_MS = 60 * 60 * 1000;

/** Takes the right to send her one mail of this kind now, or says how long she has to wait for it. */
export async function claimMailSlot(
  context: AuthContext,
  trx: Kysely<Database>,
  user: UserRow,
  clock: MailClock,
): Promise<UserRow> {
  const now = context.clock.now();
  const intervalMs = context.config.AUTH_MAIL_INTERVAL_S * 1000;
  const last = new Date(now - intervalMs).toISOString();
  const at = isoNow(context.clock);
  // In the statement itself, since two requests may have read the same old time.
  const claimed = await trx
    .updateTable('users')
    .set({ [clock]: at, updated_at: at })
    .where('id', '=', user.id)
    .where((eb) => eb.or([eb(clock, 'is', null), eb(clock, '<=', last)]))
    .returningAll()
    .executeTakeFirst();
  if (!claimed) throw createIntervalError(Date.parse(user[clock] ?? at) + intervalMs - now);
  await countMail(context, trx);
  return claimed;
}

/** The same wait for an address that gets no mail, so that the answer does not tell the two apart. */
export async function claimSilentSlot(
  context: AuthContext,
  db: Kysely<Database>,
  clock: MailClock,
  email: string,
): Promise<void> {
  const now = context.clock.now();
  const intervalMs = context.config.AUTH_MAIL_INTERVAL_S * 1000;
  const { count, since } = await countUp(db, counterKey(clock, email), intervalMs, now);
  if (count > 1 && intervalMs > 0) throw createIntervalError(since + intervalMs - now);
}

async function countMail(context: AuthContext, trx: Kysely<Database>): Promise<void> {
  const { AUTH_MAILS_PER_HOUR: limit } = context.config;
  // As read last: this is inside a transaction.
  if (limit === 0 || !context.settings.known.switches.email_confirmation) return;
  const { count } = await countUp(trx, 'mails', HOUR_MS, context.clock.now());
  if (count > limit) throw createMailQuotaError();
}

const createIntervalError = (waitMs: number) =>
  createMailIntervalError(Math.max(1, Math.ceil(waitMs / 1000)));
