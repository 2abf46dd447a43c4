import type { Redeemed } from '#contract/calls/admin/centre-codes.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { attempt } from '#server/core/limiter.ts';
import { BACKOFFS } from '#server/core/limits.ts';
import {
  createCodeError,
  createSignInError,
  createTooManyTriesError,
} from './centre-codes.errors.ts';
import {
  consumeUse,
  findCode,
  findPlan,
  insertRedemption,
  savePlan,
} from './centre-codes.repository.ts';
import { applyGift, isForLife } from './plan-gift.ts';

interface RedeemRequest {
  readonly userId: string;
  /** Network address, from `addressOf`. */
  readonly address: string;
  /** Normalised by `parseCode`. */
  readonly code: string;
}

/**
 * Redeems a code in one transaction. Counts the attempt before the lookup, so that concurrent guesses cannot avoid the
 * limit.
 */
export async function redeemCode(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
  { userId, address, code }: RedeemRequest,
): Promise<Redeemed> {
  const succeeded = [
    await attempt(deps, {
      createError: createTooManyTriesError,
      ...BACKOFFS.centreCode,
      what: 'centre-code',
      subject: userId,
    }),
    await attempt(deps, {
      createError: createTooManyTriesError,
      ...BACKOFFS.centreCodeFromNetwork,
      what: 'centre-code-address',
      subject: address,
    }),
  ];
  const redeemed = await redeem(deps, userId, code);
  for (const succeed of succeeded) await succeed('this-try');
  return redeemed;
}

async function redeem(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  userId: string,
  typed: string,
): Promise<Redeemed> {
  const now = isoNow(clock);
  return db.transaction(async (trx) => {
    if (!(await lockUser(trx, db.sql, userId))) throw createSignInError();
    const current = await findPlan(trx, db.sql, userId);
    // Before the lookup, so that Lifetime users cannot probe for valid codes.
    if (isForLife(current, clock.now())) throw createCodeError('isLifetime');
    const code = await findCode(trx, typed);
    if (!code) throw createCodeError('unknown');
    const redemption = { code_id: code.id, user_id: userId, redeemed_at: now };
    if (!(await insertRedemption(trx, redemption))) throw createCodeError('alreadyRedeemed');
    if (!(await consumeUse(trx, code.id, now))) throw createUnusableCodeError(code, now);
    const plan = applyGift(current, code, clock.now());
    await savePlan(trx, userId, plan, now);
    const { plan_type, end_date } = plan;
    return { centre_name: code.centre_name, plan_type, end_date };
  });
}

function createUnusableCodeError(
  { ended_at, valid_until }: { ended_at: string | null; valid_until: string },
  now: string,
) {
  if (ended_at !== null) return createCodeError('ended');
  return createCodeError(valid_until < now ? 'expired' : 'usedUp');
}
