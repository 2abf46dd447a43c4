import {
  addDays,
  addMonths,
  dayOf,
  endOfDay,
  isPlanActive,
  type Plan,
} from '#contract/words/plans.ts';

/** So long before its end a plan counts as expiring. */
const SOON_DAYS = 14;

/** The day a plan given at this moment ends, as a date field has it; empty for one that never does. */
export function endOfPlan(plan: Plan, now: Date, trialDays: number): string {
  if (plan === 'Lifetime') return '';
  return dayOf(plan === 'Trial' ? addDays(now, trialDays) : addMonths(now, 1));
}

/** The end that a date field stands for; null for a plan that never ends. */
export function endOfPlanOn(lastDay: string): string | null {
  return lastDay === '' ? null : endOfDay(lastDay);
}

export const soonAfter = (now: Date): Date => addDays(now, SOON_DAYS);

export function isExpiring(plan: { status: string; end_date: string | null }, now: Date): boolean {
  const { end_date } = plan;
  const isSoon = end_date !== null && Date.parse(end_date) <= soonAfter(now).getTime();
  return isSoon && isPlanActive(plan, now.getTime());
}
