/** As she reads it in her profile. */
export const PLANS = ['Lifetime', 'Monthly', 'Trial'] as const;
export type Plan = (typeof PLANS)[number];

const DAY_MS = 24 * 60 * 60_000;
/** So long before its end a plan counts as expiring. */
export const SOON_DAYS = 14;

/** The day a plan given at this moment ends, as a date field has it; empty for one that never does. */
export function endOfPlan(plan: Plan, now: Date, trialDays: number): string {
  if (plan === 'Lifetime') return '';
  if (plan === 'Trial') return dayOf(new Date(now.getTime() + trialDays * DAY_MS));
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + 1);
  // From the 31st into a shorter month: its last day, not the first days of the one after.
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0);
  return dayOf(end);
}

/** '2026-11-21T…' → '2026-11-21'. */
export function dayOf(date: Date | string): string {
  return new Date(date).toISOString().slice(0, 10);
}

/** She has the whole of the last day. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59.999Z`;
}

export function isExpiring(plan: { status: string; end_date: string | null }, now: Date): boolean {
  const left =
    plan.end_date === null ? Number.POSITIVE_INFINITY : Date.parse(plan.end_date) - now.getTime();
  return plan.status === 'active' && left > 0 && left <= SOON_DAYS * DAY_MS;
}
