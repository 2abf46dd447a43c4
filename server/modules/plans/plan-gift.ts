import {
  addDays,
  addMonths,
  dayOf,
  endOfDay,
  isPlanActive,
  PLANS,
  type Plan,
} from '#contract/constants/plans.ts';
import type { CentreCode } from '#contract/rows/centre-codes.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';

type Gift = Pick<CentreCode, 'plan_type' | 'plan_length'>;
type Current = Pick<Subscription, 'plan_type' | 'status' | 'start_date' | 'end_date'>;

/**
 * The plan after redeeming a code. A running plan is extended from its end, and keeps its type unless the code's type
 * is larger. Without a running plan it starts now. Plans end at the end of a day in UTC.
 */
export function applyGift(current: Current | undefined, gift: Gift, now: number) {
  const running = current && isPlanActive(current, now) ? current : undefined;
  const from = new Date(running?.end_date ?? now);
  return {
    plan_type:
      running && !isLarger(gift.plan_type, running.plan_type) ? running.plan_type : gift.plan_type,
    status: 'active',
    start_date: running?.start_date ?? new Date(now).toISOString(),
    end_date: endAfter(from, gift),
  };
}

/** Whether the running plan has no end and so cannot be extended. */
export function isForLife(current: Current | undefined, now: number): boolean {
  return current !== undefined && current.end_date === null && isPlanActive(current, now);
}

function endAfter(from: Date, { plan_type, plan_length }: Gift): string | null {
  if (plan_length === null) return null;
  return endOfDay(
    dayOf(plan_type === 'Trial' ? addDays(from, plan_length) : addMonths(from, plan_length)),
  );
}

/** Largest first. */
const BY_SIZE: readonly string[] = PLANS;

/** The gift is larger than an unknown current plan only if it is Lifetime. */
function isLarger(gift: Plan, current: string): boolean {
  const known = BY_SIZE.indexOf(current);
  return gift === 'Lifetime' || (known >= 0 && BY_SIZE.indexOf(gift) < known);
}
