const DAY_MS = 24 * 60 * 60_000;
const NEAR_DAYS = ['', ' tomorrow'];
const A_WEEK = 7;

/** 07:05 in local time → '7:05'. */
export function formatTimeOfDay(moment: Date): string {
  return `${moment.getHours()}:${String(moment.getMinutes()).padStart(2, '0')}`;
}

/** 'Opens at 7:00', with ' tomorrow', ' on Monday' or ' next Monday' if it is a later day. */
export function formatOpening(opensAt: Date, now: Date): string {
  // Rounded, because a day on which the clocks change has 23 or 25 hours.
  const days = Math.round((midnightOf(opensAt) - midnightOf(now)) / DAY_MS);
  const weekday = opensAt.toLocaleDateString('en-GB', { weekday: 'long' });
  const day = NEAR_DAYS[days] ?? ` ${days < A_WEEK ? 'on' : 'next'} ${weekday}`;
  return `Opens at ${formatTimeOfDay(opensAt)}${day}`;
}

const midnightOf = (moment: Date) => new Date(moment).setHours(0, 0, 0, 0);
