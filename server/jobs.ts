import { acquireLease } from '#db/leases.ts';
import { HOUR_MS, MINUTE_MS } from './core/clock.ts';
import type { ServerDeps } from './core/deps.ts';
import { hourlyFrom, type Job, startJobs } from './core/jobs.ts';
import { maintainHourly } from './maintenance.ts';
import { backUpWhenDue, checkWhenDue } from './modules/backups/full-backup-runs.usecases.ts';
import { notifyOwner } from './modules/dashboard/needs/needs.usecases.ts';
import { publishDue } from './modules/tracks/publish-due.usecases.ts';

/** Starts the scheduled jobs. `start.ts` starts mail delivery, the recording worker and the inbox. */
export function startServerJobs(deps: ServerDeps): () => Promise<void> {
  const jobs: readonly Job[] = [
    // Runs in every worker without a lease: a schedule cannot be applied twice (decision 71).
    { name: 'publish what is due', every: '* * * * * *', run: () => publish(deps) },
    // The first hour leaves time to stop a server that was started with the wrong clock or data.
    { name: 'maintenance', every: hourlyFrom(HOUR_MS), run: () => maintainHourly(deps) },
    {
      name: 'full backups',
      every: hourlyFrom(MINUTE_MS),
      run: async (signal) => {
        // Backup first: the check verifies the newest.
        await backUpWhenDue(deps, signal);
        await checkWhenDue(deps, signal);
      },
    },
    { name: 'mails to the owner', every: '30 * * * * *', run: () => notifyOwnerOnce(deps) },
  ];
  return startJobs(deps, jobs);
}

async function publish(deps: ServerDeps): Promise<void> {
  const done = await publishDue(deps);
  if (done > 0) deps.logger.info({ done }, 'published tracks and notifications that were due');
}

/** Takes a lease, so that only one of several machines sends the mails. */
async function notifyOwnerOnce(deps: ServerDeps): Promise<void> {
  const lease = await acquireLease(deps.db, 'mails to the owner', { everyMs: MINUTE_MS / 2 });
  if (!lease) return;
  await notifyOwner(deps).finally(lease.finish);
}
