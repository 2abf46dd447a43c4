import { findLastBelieved, saveLastBelieved } from './clock-doubt.repository.ts';
import type { ServerDeps } from './deps.ts';

const HOUR_MS = 60 * 60_000;
/** Further ahead than this is no pause of a machine that is used, but a clock that was set wrong, or a very long pause. */
const LEAP_MS = 30 * 24 * HOUR_MS;
/** So long whoever runs the server has to set the clock right before it is believed. */
export const DOUBT_MS = 6 * HOUR_MS;

type ClockDeps = Pick<ServerDeps, 'db' | 'clock'>;

/** Milliseconds since the clock was last believed, by the clock; below 0 where it was put back. */
async function findPassed({ db, clock }: ClockDeps): Promise<number> {
  const believedAt = await findLastBelieved(db.kysely);
  return believedAt === undefined ? 0 : clock.now() - Date.parse(believedAt);
}

/**
 * Milliseconds by which the clock is ahead of when it was last believed; 0 where it is believed. Whatever removes or
 * publishes because a time has come asks this first: a clock that is a year ahead for an hour must cost nothing.
 */
export async function findLeap(deps: ClockDeps): Promise<number> {
  const passed = await findPassed(deps);
  return passed > LEAP_MS ? passed : 0;
}

function believe({ db, clock }: ClockDeps): Promise<void> {
  return saveLastBelieved(db.kysely, clock.now());
}

/**
 * To be asked every few minutes: whether what is too old may go. A clock that leapt is believed after six hours in which
 * nobody set it, counted by the machine's steady time, which no setting of the clock moves. One that is behind
 * takes nothing too early, but is not believed sooner either: a machine without a battery begins each day in the past.
 */
export function watchClock(
  deps: ClockDeps & Pick<ServerDeps, 'logger'>,
  steady: () => number = () => performance.now(),
): () => Promise<boolean> {
  let doubtedAt: number | undefined;
  return async () => {
    const passed = await findPassed(deps);
    if (passed >= 0 && passed <= LEAP_MS) {
      doubtedAt = undefined;
      await believe(deps);
      return true;
    }
    const isAhead = passed > 0;
    if (doubtedAt === undefined) {
      doubtedAt = steady();
      if (isAhead) {
        deps.logger.warn(
          { days: Math.floor(passed / 24 / HOUR_MS) },
          'the clock is that far ahead of when it was last seen; nothing is removed and nothing is published by itself for six hours. If it is wrong, set it',
        );
      }
    }
    if (steady() - doubtedAt < DOUBT_MS) return !isAhead;
    doubtedAt = undefined;
    await believe(deps);
    return true;
  };
}
