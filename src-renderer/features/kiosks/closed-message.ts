const DAY_MS = 24 * 60 * 60_000;
const DAYS_AHEAD = ['', ' tomorrow'];
const A_WEEK = 7;

/** 07:05 in local time → '7:05'. */
export function sayTimeOfDay(moment: Date): string {
  return `${moment.getHours()}:${String(moment.getMinutes()).padStart(2, '0')}`;
}

/** 'Opens at 7:00', from the next day on with ' tomorrow', ' on Monday' or ' next Monday'. */
export function sayOpening(opensAt: Date, now: Date): string {
  // Rounded, since a day with a clock change has 23 or 25 hours.
  const days = Math.round((midnightOf(opensAt) - midnightOf(now)) / DAY_MS);
  const weekday = opensAt.toLocaleDateString('en-GB', { weekday: 'long' });
  const day = DAYS_AHEAD[days] ?? ` ${days < A_WEEK ? 'on' : 'next'} ${weekday}`;
  return `Opens at ${sayTimeOfDay(opensAt)}${day}`;
}

const midnightOf = (moment: Date) => new Date(moment).setHours(0, 0, 0, 0);
