import type { Dashboard } from '#contract/calls/admin/dashboard.ts';

type Hours = Dashboard['plays']['byHour'];

export interface LocalHour {
  /** '03:00', or '03:30' where the time zone is offset by half an hour. */
  readonly time: string;
  readonly plays: number | null;
}

const DAY = 24 * 60;

/**
 * The server's UTC hours in the admin's time zone, from midnight on; `offset` in minutes east of
 * Greenwich.
 */
export function inLocalTime(hours: Hours, offset: number): readonly LocalHour[] {
  return hours
    .map(({ hour, plays }) => ({ minutes: (hour * 60 + offset + DAY) % DAY, plays }))
    .toSorted((one, other) => one.minutes - other.minutes)
    .map(({ minutes, plays }) => ({ time: clock(minutes), plays }));
}

/** The busiest hour, as '03:00 to 04:00'; undefined when no hour has a count. */
export function busiestOf(hours: readonly LocalHour[]): string | undefined {
  const most = Math.max(...hours.map(({ plays }) => plays ?? 0));
  const at = hours.findIndex(({ plays }) => plays === most);
  const from = hours[at];
  const to = hours[(at + 1) % hours.length];
  return most > 0 && from && to ? `${from.time} and ${to.time}` : undefined;
}

function clock(minutes: number): string {
  const of = (value: number) => String(value).padStart(2, '0');
  return `${of(Math.floor(minutes / 60))}:${of(minutes % 60)}`;
}
