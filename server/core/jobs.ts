import { Cron } from 'croner';
import { readTransientFailure } from '#db/errors.ts';
import type { Logger } from './telemetry/logger.ts';
import { withTimeout } from './with-timeout.ts';

export interface Job {
  readonly name: string;
  /** Cron pattern with seconds. */
  readonly every: string;
  /** Jobs that only one machine should run take a lease themselves (`db/leases.ts`). */
  run(signal: AbortSignal): Promise<unknown>;
}

/** How long a stop waits for aborted jobs. */
const STOP_TIMEOUT_MS = 5_000;

/** An hourly pattern whose first run is in `delayMs`, so that machines do not all run on the hour. */
export function hourlyFrom(delayMs: number): string {
  const first = new Date(Date.now() + delayMs);
  return `${first.getSeconds()} ${first.getMinutes()} * * * *`;
}

/** Runs jobs by their patterns without overlap. Returns a function that aborts them and waits. */
export function startJobs(
  { logger }: { readonly logger: Logger },
  jobs: readonly Job[],
): () => Promise<void> {
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, string>();

  const run = async ({ name, run: work }: Job) => {
    try {
      await work(stop.signal);
      failures.delete(name);
    } catch (err) {
      // Logs only changes of the error, so that an outage does not fill the log.
      const failure = String(err);
      if (!stop.signal.aborted && failures.get(name) !== failure) {
        // Logs a database outage without a stack, because the job did not cause it.
        const cause = readTransientFailure(err) === undefined ? { err } : { reason: failure };
        logger.warn({ ...cause, job: name }, 'a job failed; it is tried again at its next time');
      }
      failures.set(name, failure);
    }
  };
  const crons = jobs.map(
    (job) =>
      new Cron(job.every, { protect: true, unref: true }, () => {
        const task = run(job).finally(() => running.delete(job.name));
        running.set(job.name, task);
        return task;
      }),
  );
  return async () => {
    for (const cron of crons) cron.stop();
    stop.abort();
    await withTimeout(STOP_TIMEOUT_MS, () => Promise.all(running.values()));
  };
}
