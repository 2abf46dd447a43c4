import type { Dashboard } from '#contract/calls/admin/dashboard.ts';

type Hours = Dashboard['plays']['byHour'];

export interface LocalHour {
  /** '03:00', or '03:30' where the time zone is offset by half an hour. */
  readonly time: string;
  readonly plays: number | null;
}

const DAY_MINUTES = 24 * 60;

/** The server's UTC hours in local time, sorted; `offset` is in minutes east of Greenwich. */
export function inLocalTime(hours: Hours, offset: number): readonly LocalHour[] {
  return hours
    .map(({ hour, plays }) => ({
      minutes: (hour * 60 + offset + DAY_MINUTES) % DAY_MINUTES,
      plays,
    }))
    .toSorted((one, other) => one.minutes - other.minutes)
    .map(({ minutes, plays }) => ({ time: formatTime(minutes), plays }));
}

/** The busiest hour, as '03:00 and 04:00'; undefined when no hour has a count. */
export function busiestHour(hours: readonly LocalHour[]): string | undefined {
  const max = Math.max(...hours.map(({ plays }) => plays ?? 0));
  const index = hours.findIndex(({ plays }) => plays === max);
  const from = hours[index];
  const to = hours[(index + 1) % hours.length];
  return max > 0 && from && to ? `${from.time} and ${to.time}` : undefined;
}

function formatTime(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
