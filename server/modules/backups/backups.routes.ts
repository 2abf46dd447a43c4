import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { AuditAction } from '#contract/constants/audit.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { readToken } from '#server/core/query-parameters.ts';
import { mountCall } from '#server/http/mount-call.ts';
import {
  checkBackup,
  createDownloadLink,
  explainUnsound,
  getBackupFile,
  listBackups,
  openDownload,
  receiveBackup,
  removeBackup,
} from './backup-folder.ts';
import { createCommandsOnlyError, createConfirmationError } from './backups.errors.ts';
import { makeBackup, restoreBackup } from './backups.usecases.ts';

const POSTGRES_COMMANDS = {
  backup: 'pg_dump --format=custom --file=cradlesong.dump "$DATABASE_URL"',
  restore: 'pg_restore --clean --if-exists --dbname="$DATABASE_URL" cradlesong.dump',
};

/** Mounted behind the admin check. Uploads are streamed without a body parser. */
export function createBackupsRouter(deps: ServerDeps): Router {
  const { clock, config } = deps;
  const { DATA_DIR } = config;
  const isPostgres = config.DATABASE_URL !== undefined;
  const router = Router();
  const entry = { actor: 'service_role', on: 'backups' } as const;
  const record = (action: AuditAction, which: string, after: Record<string, unknown> = {}) =>
    recordInAuditLog(deps.db.kysely, { ...entry, action, which, after, now: isoNow(clock) });
  mountCall(router, CALLS.getBackups, async () => {
    return {
      commands: isPostgres ? POSTGRES_COMMANDS : null,
      backups: isPostgres ? [] : await listBackups(DATA_DIR),
    };
  });
  router.use('/backups', (_req, _res, next) =>
    next(isPostgres ? createCommandsOnlyError() : undefined),
  );
  mountCall(router, CALLS.makeBackup, async () => {
    const file = await makeBackup(config, isoNow(clock));
    const backup = await checkBackup(DATA_DIR, basename(file), isoNow(clock));
    await record('make', backup.name, { bytes: backup.bytes });
    return backup;
  });
  mountCall(router, CALLS.uploadBackup, async (_file, { req }) => {
    try {
      const bytes = Number(req.get('content-length') ?? 0);
      const backup = await receiveBackup(DATA_DIR, req, { bytes, now: isoNow(clock) });
      await record('upload', backup.name, { bytes: backup.bytes });
      return backup;
    } finally {
      // Reads the rest of a refused upload, so that its sender receives the error.
      if (!req.readableEnded) req.resume();
    }
  });
  mountCall(router, CALLS.checkBackup, (_input, { params }) =>
    checkBackup(DATA_DIR, params.name, isoNow(clock)),
  );
  mountCall(router, CALLS.linkBackup, async (_input, { params: { name } }) => {
    const path = await createDownloadLink(DATA_DIR, name, clock.now());
    await record('download', name);
    return { path };
  });
  mountCall(
    router,
    CALLS.restoreBackup,
    async ({ confirm, trustsOrigin }, { params: { name } }) => {
      const file = await getBackupFile(DATA_DIR, name);
      if (confirm !== name) throw createConfirmationError(name);
      const options = { now: isoNow(clock), by: 'service_role', trustsOrigin } as const;
      const restore = () => restoreBackup(config, file, options);
      return { kept: basename(await explainUnsound(file, restore)) };
    },
  );
  mountCall(router, CALLS.deleteBackup, async (_input, { params: { name } }) => {
    await removeBackup(DATA_DIR, name);
    await record('delete', name);
  });
  return router;
}

/** Outside the admin's paths, because a browser download sends no token. */
export function createBackupDownloadRouter({ clock, config, logger }: ServerDeps): Router {
  const router = Router();
  router.get(`${API_PATHS.backupDownload}/:name`, async (req, res) => {
    const { name } = req.params;
    const file = await openDownload(config.DATA_DIR, name, readToken(req), clock.now());
    const { size } = await file.stat();
    res.set({
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
    await pipeline(file.createReadStream(), res).catch((err) =>
      logger.info({ err }, 'backup download aborted'),
    );
  });
  return router;
}
