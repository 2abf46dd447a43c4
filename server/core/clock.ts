export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The server's only source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = Date;

/** RFC 3339 in UTC with milliseconds and `Z`, the format of every stored timestamp. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** `2026-01-02T03-04-05-678Z`, an ISO time as part of a file's name; such names sort by time. */
export const timeInName = (at: string): string => at.replace(/[:.]/g, '-');

/** `21 December 2026`, in UTC. */
export const formatDay = (at: number | string): string =>
  new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
