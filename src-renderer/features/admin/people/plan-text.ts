import { isPlanActive, planStateOf } from '#contract/constants/plans.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';
import { formatDate } from '../shared/format.ts';

/** 'Monthly, active until 3 May 2027' */
export function planText(plan: Subscription | null): string {
  if (!plan) return 'Free';
  const now = Date.now();
  const word = isPlanActive(plan, now) ? 'until' : 'on';
  const until = plan.end_date ? ` ${word} ${formatDate(plan.end_date)}` : '';
  return `${plan.plan_type}, ${planStateOf(plan, now)}${until}`;
}
