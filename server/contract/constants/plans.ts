/** Plans as shown in the profile, the best first. */
export const PLANS = ['Lifetime', 'Monthly', 'Trial'] as const;
export type Plan = (typeof PLANS)[number];

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whether a subscription unlocks premium tracks at this moment (milliseconds). A past `end_date` ends the plan,
 * regardless of `status`.
 */
export function isPlanActive(
  plan: { readonly status: string; readonly end_date: string | null },
  now: number,
): boolean {
  return plan.status === 'active' && (plan.end_date === null || Date.parse(plan.end_date) > now);
}

/** '2026-11-21T…' → '2026-11-21' in UTC. */
export function dayOf(date: Date | string): string {
  return new Date(date).toISOString().slice(0, 10);
}

/** Last moment of that day in UTC: a plan includes its last day. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`;
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/** Clamps to the last day of a shorter month. */
export function addMonths(date: Date, months: number): Date {
  const end = new Date(date);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== date.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** Badge text: `active`, `ended`, or another value that an older version stored. */
export function planStateOf(plan: Parameters<typeof isPlanActive>[0], now: number): string {
  return plan.status === 'active' && !isPlanActive(plan, now) ? 'ended' : plan.status;
}
