/** As she reads it in her profile; the one that gives most first. */
export const PLANS = ['Lifetime', 'Monthly', 'Trial'] as const;
export type Plan = (typeof PLANS)[number];

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whether a subscription opens what is premium at this moment (milliseconds). `end_date` is an exact
 * moment: one that has come has ended the plan, whatever `status` says and without anybody writing it down.
 */
export function isPlanActive(
  plan: { readonly status: string; readonly end_date: string | null },
  now: number,
): boolean {
  return plan.status === 'active' && (plan.end_date === null || Date.parse(plan.end_date) > now);
}

/** '2026-11-21T…' → '2026-11-21', of the day in UTC. */
export function dayOf(date: Date | string): string {
  return new Date(date).toISOString().slice(0, 10);
}

/** The last moment of that day in UTC: whoever is given a plan until a day has the whole of it. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`;
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/** From the 31st into a shorter month: its last day, not the first days of the one after. */
export function addMonths(date: Date, months: number): Date {
  const end = new Date(date);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== date.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** What a badge says: `active` only while it is, `ended` afterwards, or what an older program has written. */
export function planStateOf(plan: Parameters<typeof isPlanActive>[0], now: number): string {
  return plan.status === 'active' && !isPlanActive(plan, now) ? 'ended' : plan.status;
}
