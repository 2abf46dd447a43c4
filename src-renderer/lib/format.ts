/** 372 → '6:12'. Hours are not split off: the longest track is shorter than the habit of reading them. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** 900 → '15 min'; anything that plays at all is at least a minute. */
export function formatMinutes(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
  return `${whole > 0 ? Math.max(1, Math.round(whole / 60)) : 0} min`;
}

/** '2026-11-21' → '21 November 2026', the same wherever it is printed: a prerendered page must not change. */
export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** As the product's texts write it: '7.99 GBP'. */
export function formatPrice({ oneTime, currency }: { oneTime: number; currency: string }): string {
  return `${oneTime.toFixed(2)} ${currency}`;
}
