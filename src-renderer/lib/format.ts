/** 372 → '6:12'. No hours: the longest track has minutes only. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A track's length, rounded as in the database; `formatClock` rounds positions down. Empty while it is unknown. */
export const formatLength = (seconds: number) =>
  seconds > 0 ? formatClock(Math.round(seconds)) : '';

/** '6:12 of 15:00' */
export const formatProgress = (position: number, duration: number) =>
  [formatClock(position), formatLength(duration)].filter(Boolean).join(' of ');

/** 'Continue from 6:12, 8:48 left'; the time left depends on the speed. */
export function continueLabel(position: number, duration: number, speed: number): string {
  const left = (duration - Math.floor(position)) / speed;
  return `Continue from ${formatClock(position)}, ${formatClock(left)} left`;
}

/**
 * '2026-11-21T10:00:00Z' → '21 November 2026', in the user's time zone. UTC is for a plan's last day, which ends in
 * UTC, and for server-rendered pages, which must be the same everywhere.
 */
export function formatDay(iso: string, timeZone?: 'UTC'): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  return new Date(iso).toLocaleDateString('en-GB', day);
}

/** '7.99 GBP', as specified. */
export function formatPrice({ oneTime, currency }: { oneTime: number; currency: string }): string {
  return `${oneTime.toFixed(2)} ${currency}`;
}
