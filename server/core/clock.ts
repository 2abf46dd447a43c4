/** The only source of time on the server, so that a test can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339 in UTC with milliseconds and `Z`, the form of every timestamp the database keeps. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
