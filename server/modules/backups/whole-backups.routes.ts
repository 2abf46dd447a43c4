import { Router } from 'express';
import type { WholeBackupsAnswer } from '#contract/calls/admin/whole-backups.ts';
import { CALLS } from '#contract/calls/calls.ts';
import { findHeldTasks } from '#db/leases.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { BlobPlace } from '#server/core/files/blob-place.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createNotSetUpError } from './backups.errors.ts';
import { findWholeStates } from './backups.repository.ts';
import { findBackupConcern } from './last-backup.usecases.ts';
import { whenCheckDue, whenDue } from './whole-rhythm.ts';
import {
  type FindSetup,
  runWholeBackup,
  runWholeCheck,
  WHOLE_TASKS,
  type WholeSetup,
} from './whole-runs.usecases.ts';

interface Setup {
  findBackupPlace(config: Config): BlobPlace | undefined;
  readonly findWholeSetup: FindSetup;
}

/** Mounted behind the admin check. Both calls continue in the background. */
export function createWholeBackupsRouter(deps: ServerDeps, setup: Setup): Router {
  const { clock, config, db, logger } = deps;
  const router = Router();

  async function tell(): Promise<WholeBackupsAnswer> {
    const found = setup.findWholeSetup(config);
    const states = await findWholeStates(db);
    const { backup, check } = states;
    const now = clock.now();
    const held = await findHeldTasks(db, Object.values(WHOLE_TASKS));
    return {
      place: setup.findBackupPlace(config)?.label ?? null,
      hasKey: found !== undefined,
      everyHours: config.BACKUP_EVERY_HOURS,
      keepDays: config.BACKUP_KEEP_DAYS,
      nextAt: found ? whenDue(config, backup, now) : null,
      checkEveryDays: config.BACKUP_CHECK_EVERY_DAYS,
      nextCheckAt: found ? whenCheckDue(config, states, now) : null,
      concern: await findBackupConcern(deps, states),
      backup: { ...backup, isRunning: held.includes(WHOLE_TASKS.backup) },
      check: { ...check, isRunning: held.includes(WHOLE_TASKS.check) },
    };
  }

  /** Answers once it has started; the outcome is in the reported state. */
  async function begin(
    what: string,
    run: (found: WholeSetup, onBegin: () => void) => Promise<unknown>,
  ): Promise<WholeBackupsAnswer> {
    const found = setup.findWholeSetup(config);
    if (!found) throw createNotSetUpError();
    const begun = Promise.withResolvers<void>();
    const done = run(found, begun.resolve);
    done.catch((err: unknown) => logger.warn({ err }, `${what} did not succeed`));
    await Promise.race([begun.promise, done]);
    return tell();
  }

  mountCall(router, CALLS.getWholeBackups, tell);
  mountCall(router, CALLS.makeWholeBackup, async () => {
    const answer = await begin('a whole backup', (found, onBegin) =>
      runWholeBackup(deps, found, { onBegin }),
    );
    const entry = { actor: 'service_role', action: 'make', on: 'backups', which: 'whole' } as const;
    await recordInAuditLog(db.kysely, { ...entry, after: {}, now: isoNow(clock) });
    return answer;
  });
  mountCall(router, CALLS.checkWholeBackup, () =>
    begin('the check of a whole backup', (found, onBegin) =>
      runWholeCheck(deps, found, { onBegin, by: 'service_role' }),
    ),
  );
  return router;
}
