import type { Executor } from '#db/schema/database.ts';
import { HOUR_MS } from '../clock.ts';
import { counterKey, readCounter, resetCounter } from '../counters.repository.ts';
import type { ServerDeps } from '../deps.ts';
import { countUse } from '../limiter.ts';
import { QUOTAS } from '../limits.ts';

/** Mails that anyone can request for any address. */
const KINDS = [
  'signup',
  'magiclink',
  'recovery',
  'email_change',
  'email_change_new',
  'reauthentication',
  'newsletter',
  'deletion',
] as const;

export type RequestedMail = (typeof KINDS)[number];
type Deps = Pick<ServerDeps, 'config' | 'clock'>;

const unanswered = (kind: RequestedMail) => ({ ...QUOTAS.mailsUnanswered, what: `mails-${kind}` });

/** Canonical mailbox: ignores plus tags, and dots at Gmail. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).toLowerCase().split('+', 1);
  const domain = email.slice(at + 1).toLowerCase();
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@gmail.com`;
}

/**
 * Reserves the right to send a mail of this kind to this address; returns the milliseconds to wait, 0 if allowed.
 * Anyone can request mails to another person's address, so after a few unanswered mails in a day only one per hour is
 * sent. The link in the last mail stays valid that long, so requests by others lock no one out.
 */
export async function reserveMail(
  deps: Deps,
  executor: Executor,
  kind: RequestedMail,
  email: string,
): Promise<number> {
  const intervalMs = deps.config.AUTH_MAIL_INTERVAL_S * 1000;
  if (intervalMs === 0) return 0;
  const mailbox = mailboxOf(email);
  const { what, limit, windowMs } = unanswered(kind);
  const now = deps.clock.now();
  const today = await readCounter(executor, counterKey(deps.config, what, mailbox), now);
  const isToday = today !== undefined && now - today.since < windowMs;
  const isThrottled = isToday && today.count >= limit;
  const quota = {
    what: `mail-${kind}`,
    limit: 1,
    windowMs: isThrottled ? Math.max(intervalMs, HOUR_MS) : intervalMs,
  };
  const waitMs = await countUse(deps, executor, quota, mailbox);
  if (waitMs === 0) await countUse(deps, executor, unanswered(kind), mailbox);
  return waitMs;
}

/**
 * Like `reserveMail`, for public forms, with a limit per hour over the whole server. Counted separately, so that forms
 * cannot use up the limit of sign-in mails.
 */
export async function reserveFormMail(
  deps: Deps & Pick<ServerDeps, 'logger'>,
  executor: Executor,
  kind: 'newsletter' | 'deletion',
  email: string,
): Promise<number> {
  const ownWaitMs = await reserveMail(deps, executor, kind, email);
  const limit = deps.config.AUTH_MAILS_PER_HOUR;
  if (ownWaitMs > 0 || limit === 0) return ownWaitMs;
  const quota = { what: 'mails-forms', limit, windowMs: HOUR_MS };
  const waitMs = await countUse(deps, executor, quota, 'all');
  if (waitMs > 0) {
    deps.logger.warn('AUTH_MAILS_PER_HOUR is reached: a form was not answered by mail');
  }
  return waitMs;
}

/** Resets the limits: a user who opens a mailed link wanted the mail. */
export async function resetMailLimits(
  { config }: Deps,
  executor: Executor,
  email: string,
): Promise<void> {
  for (const kind of KINDS) {
    await resetCounter(executor, counterKey(config, unanswered(kind).what, mailboxOf(email)));
  }
}
