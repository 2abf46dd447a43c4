import { clearCount, counterKey, countUp } from '#server/core/counters.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createRateLimitError } from '#server/identity/wire/auth.errors.ts';

const CODE_TRIES = 10;
const CODE_WINDOW_MS = 60 * 60 * 1000;

/**
 * One more try at the codes mailed to this address. Counted before the code is looked at, so that a
 * thousand guesses at once are a thousand; a new mail does not start the count anew.
 */
export async function countCodeTry(context: AuthContext, email: string): Promise<void> {
  const { config, db, clock } = context;
  const key = counterKey(config, 'code', email);
  const { count } = await countUp(db.kysely, key, { windowMs: CODE_WINDOW_MS, now: clock.now() });
  if (count > CODE_TRIES) throw createRateLimitError();
}

export function forgetCodeTries(
  { config }: AuthContext,
  trx: Parameters<typeof clearCount>[0],
  email: string,
): Promise<void> {
  return clearCount(trx, counterKey(config, 'code', email));
}
