import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { WholeBackupsAnswer } from '#contract/calls/whole-backups.ts';
import { findHeldTasks } from '#db/leases.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import type { BlobPlace } from '#server/core/blob-place.ts';
import { isoNow } from '#server/core/clock.ts';
import type { Config } from '#server/core/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createNotSetUpError } from './backups.errors.ts';
import type { FindSetup } from './whole-by-itself.usecases.ts';
import { findConcern, whenCheckDue, whenDue } from './whole-rhythm.ts';
import { runWholeBackup, runWholeCheck, WHOLE_TASKS } from './whole-runs.usecases.ts';
import { findWholeStates } from './whole-state.repository.ts';

interface Setup {
  findBackupPlace(config: Config): BlobPlace | undefined;
  readonly findWholeSetup: FindSetup;
}

/** Mounted where only the admin comes. Both take long, so that they go on after the answer. */
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
      concern: found ? findConcern(config, states, now) : null,
      backup: { ...backup, isRunning: held.includes(WHOLE_TASKS.backup) },
      check: { ...check, isRunning: held.includes(WHOLE_TASKS.check) },
    };
  }

  /** Answers when it is under way; what becomes of it is in what is told. */
  async function begin(what: string, run: (onBegin: () => void) => Promise<unknown>) {
    const begun = Promise.withResolvers<void>();
    const done = run(begun.resolve);
    done.catch((err: unknown) => logger.warn({ err }, `${what} did not succeed`));
    await Promise.race([begun.promise, done]);
    return tell();
  }

  const need = () => {
    const found = setup.findWholeSetup(config);
    if (!found) throw createNotSetUpError();
    return found;
  };

  mountCall(router, CALLS.getWholeBackups, tell);
  mountCall(router, CALLS.makeWholeBackup, async () => {
    const found = need();
    const answer = await begin('a whole backup', (onBegin) =>
      runWholeBackup(deps, found, { onBegin }),
    );
    await recordInAuditLog(db.kysely, {
      actor: 'service_role',
      action: 'make',
      on: 'backups',
      which: 'whole',
      after: {},
      now: isoNow(clock),
    });
    return answer;
  });
  mountCall(router, CALLS.checkWholeBackup, () => {
    const found = need();
    return begin('the check of a whole backup', (onBegin) =>
      runWholeCheck(deps, found, { onBegin, by: 'service_role' }),
    );
  });
  return router;
}
