import {
  addDays,
  addMonths,
  dayOf,
  endOfDay,
  isPlanActive,
  type Plan,
} from '#contract/constants/plans.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';

/** The table has user ids only; admins know users by email. */
export type GivenPlan = Subscription & { readonly email: string };

/** A plan counts as expiring this many days before its end. */
const SOON_DAYS = 14;

/** The end date of a plan given now, as a date field value; empty for a plan without end. */
export function endOfPlan(plan: Plan, now: Date, trialDays: number): string {
  if (plan === 'Lifetime') return '';
  return dayOf(plan === 'Trial' ? addDays(now, trialDays) : addMonths(now, 1));
}

/** The timestamp of a date field value; null for a plan without end. */
export function endOfPlanOn(lastDay: string): string | null {
  return lastDay === '' ? null : endOfDay(lastDay);
}

export const soonAfter = (now: Date): Date => addDays(now, SOON_DAYS);

export function isExpiring(plan: { status: string; end_date: string | null }, now: Date): boolean {
  const { end_date } = plan;
  const isSoon = end_date !== null && Date.parse(end_date) <= soonAfter(now).getTime();
  return isSoon && isPlanActive(plan, now.getTime());
}
