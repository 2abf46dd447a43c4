/** 372 → '6:12'. No hours: the longest track has minutes only. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A track's length, rounded as in the database; `formatClock` rounds positions down. */
export const formatLength = (seconds: number) => formatClock(Math.round(seconds));

/** 'Continue from 6:12, 8:48 left'; the time left depends on the speed. */
export function continueLabel(position: number, duration: number, speed: number): string {
  const left = (duration - Math.floor(position)) / speed;
  return `Continue from ${formatClock(position)}, ${formatClock(left)} left`;
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** '2026-11-21' → '21 November 2026', independent of locale and time zone: a prerendered page must not change. */
export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { ...DAY, timeZone: 'UTC' });
}

/** The day of a moment in the user's time zone; `formatDate` is for days that end in UTC, such as a plan's last. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', DAY);
}

/** '7.99 GBP', as specified. */
export function formatPrice({ oneTime, currency }: { oneTime: number; currency: string }): string {
  return `${oneTime.toFixed(2)} ${currency}`;
}
