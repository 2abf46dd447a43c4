import { Router } from 'express';
import type { FullBackupsResponse } from '#contract/calls/admin/full-backups.ts';
import { CALLS } from '#contract/calls/calls.ts';
import { findHeldTasks } from '#db/leases.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createNotSetUpError } from './backups.errors.ts';
import { findFullBackupStates } from './backups.repository.ts';
import {
  FULL_BACKUP_TASKS,
  runFullBackup,
  runFullBackupCheck,
} from './full-backup-runs.usecases.ts';
import { nextBackupAt, nextCheckAt } from './full-backup-schedule.ts';
import {
  type FullBackupSetup,
  findBackupTarget,
  findFullBackupSetup,
} from './full-backup-target.ts';
import { findBackupConcern } from './last-backup.usecases.ts';

/** Mounted behind the admin check. Backup and check continue in the background. */
export function createFullBackupsRouter(deps: ServerDeps): Router {
  const { clock, config, db, logger } = deps;
  const router = Router();

  async function describe(): Promise<FullBackupsResponse> {
    const found = findFullBackupSetup(config);
    const states = await findFullBackupStates(db);
    const { backup, check } = states;
    const now = clock.now();
    const held = await findHeldTasks(db, Object.values(FULL_BACKUP_TASKS));
    return {
      place: findBackupTarget(config)?.label ?? null,
      hasKey: found !== undefined,
      everyHours: config.BACKUP_EVERY_HOURS,
      keepDays: config.BACKUP_KEEP_DAYS,
      nextAt: found ? nextBackupAt(config, backup, now) : null,
      checkEveryDays: config.BACKUP_CHECK_EVERY_DAYS,
      nextCheckAt: found ? nextCheckAt(config, states, now) : null,
      concern: await findBackupConcern(deps, states),
      backup: { ...backup, isRunning: held.includes(FULL_BACKUP_TASKS.backup) },
      check: { ...check, isRunning: held.includes(FULL_BACKUP_TASKS.check) },
    };
  }

  /** Responds once the run has started; its outcome appears in the state. */
  async function start(
    what: string,
    run: (found: FullBackupSetup, onBegin: () => void) => Promise<unknown>,
  ): Promise<FullBackupsResponse> {
    const found = findFullBackupSetup(config);
    if (!found) throw createNotSetUpError();
    const started = Promise.withResolvers<void>();
    const done = run(found, started.resolve);
    done.catch((err: unknown) => logger.warn({ err }, `${what} failed`));
    await Promise.race([started.promise, done]);
    return describe();
  }

  mountCall(router, CALLS.getFullBackups, describe);
  mountCall(router, CALLS.makeFullBackup, async () => {
    const answer = await start('a full backup', (found, onBegin) =>
      runFullBackup(deps, found, { onBegin }),
    );
    const entry = { actor: 'service_role', action: 'make', on: 'backups', which: 'whole' } as const;
    await recordInAuditLog(db.kysely, { ...entry, after: {}, now: isoNow(clock) });
    return answer;
  });
  mountCall(router, CALLS.checkFullBackup, () =>
    start('the check of a full backup', (found, onBegin) =>
      runFullBackupCheck(deps, found, { onBegin, by: 'service_role' }),
    ),
  );
  return router;
}
