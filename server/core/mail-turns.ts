import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { clearCount, counterKey, countUp, findCount } from './counters.repository.ts';
import type { ServerDeps } from './deps.ts';

/** What somebody may have mailed to an address without showing that it is hers. */
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

export type AskedMail = (typeof KINDS)[number];

type Deps = Pick<ServerDeps, 'config' | 'clock'>;

/** Of one kind, in a day; those after it come an hour apart. */
const IN_A_ROW = 6;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const keysOf = ({ config }: Deps, kind: AskedMail, email: string) => ({
  now: counterKey(config, `mail-${kind}`, email),
  today: counterKey(config, `mails-${kind}`, email),
});

/**
 * Takes the right to send one mail of this kind to this address now; answers how many milliseconds are left to
 * wait, 0 when it may go. Anybody can ask for a stranger's address, and she who never wanted any of it is not to
 * have one a minute: after a few in a day that were left unanswered there is one an hour. A link in the last one is
 * good for as long, so nobody is locked out by somebody else's asking.
 */
export async function takeMailTurn(
  deps: Deps,
  executor: Kysely<Database>,
  kind: AskedMail,
  email: string,
): Promise<number> {
  const now = deps.clock.now();
  const intervalMs = deps.config.AUTH_MAIL_INTERVAL_S * 1000;
  if (intervalMs === 0) return 0;
  const keys = keysOf(deps, kind, email);
  const today = await findCount(executor, keys.today, now);
  const isLeftAlone = today && now - today.since < DAY_MS && today.count >= IN_A_ROW;
  const windowMs = isLeftAlone ? Math.max(intervalMs, HOUR_MS) : intervalMs;
  const { count, since } = await countUp(executor, keys.now, { windowMs, now });
  if (count > 1) return Math.max(1, since + windowMs - now);
  await countUp(executor, keys.today, { windowMs: DAY_MS, now });
  return 0;
}

/** Whoever opens a mailed link reads that mailbox: what was asked for it was wanted. */
export async function forgetMailTurns(
  deps: Deps,
  executor: Kysely<Database>,
  email: string,
): Promise<void> {
  for (const kind of KINDS) await clearCount(executor, keysOf(deps, kind, email).today);
}
