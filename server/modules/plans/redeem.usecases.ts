import type { Redeemed } from '#contract/calls/centre-codes.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { countGuess, forgetGuesses, type Guesses, takeGuessBack } from '#server/core/guesses.ts';
import {
  createAlreadyRedeemedError,
  createEndedCodeError,
  createExpiredCodeError,
  createIsLifetimeError,
  createTooManyTriesError,
  createUnknownCodeError,
  createUsedUpCodeError,
} from './centre-codes.errors.ts';
import {
  findCode,
  findPlan,
  holdPerson,
  insertRedemption,
  savePlan,
  takeUse,
} from './centre-codes.repository.ts';
import { applyGift, isForLife } from './plan-gift.ts';

const HOUR_MS = 60 * 60 * 1000;
const LONGEST_WAIT_MS = HOUR_MS / 4;

const guessesOf = (userId: string): Guesses => ({
  what: 'centre-code',
  subject: userId,
  freeTries: 5,
  longestWaitMs: LONGEST_WAIT_MS,
  forgottenAfterMs: 24 * HOUR_MS,
  createError: createTooManyTriesError,
});

/** A whole ward may share one address, so it has more tries, and a right code takes only its own off. */
const guessesFrom = (address: string): Guesses => ({
  what: 'centre-code-address',
  subject: address,
  freeTries: 60,
  longestWaitMs: LONGEST_WAIT_MS,
  forgottenAfterMs: HOUR_MS,
  createError: createTooManyTriesError,
});

interface Asked {
  readonly userId: string;
  /** The network address, as `addressOf` has it. */
  readonly address: string;
  /** As `parseCode` answers it. */
  readonly code: string;
}

/**
 * Gives her what the code gives, all of it in one transaction or nothing. Every try is counted before the
 * code is looked at, so that a thousand guesses at once are a thousand.
 */
export async function redeemCode(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
  { userId, address, code }: Asked,
): Promise<Redeemed> {
  const her = guessesOf(userId);
  const place = guessesFrom(address);
  await countGuess(deps, her);
  await countGuess(deps, place);
  const redeemed = await redeem(deps, userId, code);
  await forgetGuesses(deps, her);
  await takeGuessBack(deps, place);
  return redeemed;
}

async function redeem(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  userId: string,
  typed: string,
): Promise<Redeemed> {
  const now = isoNow(clock);
  return db.transaction(async (trx) => {
    await holdPerson(trx, userId);
    const current = await findPlan(trx, userId);
    // Before the code is looked up: whoever lacks nothing learns nothing.
    if (isForLife(current, clock.now())) throw createIsLifetimeError();
    const code = await findCode(trx, typed);
    if (!code) throw createUnknownCodeError();
    const redemption = { code_id: code.id, user_id: userId, redeemed_at: now };
    if (!(await insertRedemption(trx, redemption))) throw createAlreadyRedeemedError();
    if (!(await takeUse(trx, code.id, now))) throw createDeadCodeError(code, now);
    const plan = applyGift(current, code, clock.now());
    await savePlan(trx, userId, plan, now);
    const { plan_type, end_date } = plan;
    return { centre_name: code.centre_name, plan_type, end_date };
  });
}

function createDeadCodeError(
  { ended_at, valid_until }: { ended_at: string | null; valid_until: string },
  now: string,
) {
  if (ended_at !== null) return createEndedCodeError();
  return valid_until < now ? createExpiredCodeError() : createUsedUpCodeError();
}
