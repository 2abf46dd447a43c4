import {
  addDays,
  addMonths,
  dayOf,
  endOfDay,
  isPlanActive,
  type Plan,
} from '#contract/constants/plans.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';

/** With the email, because the table has only the user's id. */
export type GivenPlan = Subscription & { readonly email: string };

const EXPIRING_DAYS = 14;

/** The last day of a plan given now, as the value of a date field; empty for no end. */
export function defaultLastDay(plan: Plan, now: Date, trialDays: number): string {
  if (plan === 'Lifetime') return '';
  return dayOf(plan === 'Trial' ? addDays(now, trialDays) : addMonths(now, 1));
}

/** Converts the value of a date field to the end of that day; null for a plan without end. */
export function toEndDate(lastDay: string): string | null {
  return lastDay === '' ? null : endOfDay(lastDay);
}

/** A plan that ends before this time expires soon. */
export const expiringBefore = (now: Date): Date => addDays(now, EXPIRING_DAYS);

export function isExpiring(plan: { status: string; end_date: string | null }, now: Date): boolean {
  const { end_date } = plan;
  const isSoon = end_date !== null && Date.parse(end_date) <= expiringBefore(now).getTime();
  return isSoon && isPlanActive(plan, now.getTime());
}
