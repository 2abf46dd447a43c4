import { basename } from 'node:path';
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
  backupFolder,
  checkBackup,
  createDownloadLink,
  ensureValidLink,
  getBackupFile,
  listBackups,
  receiveBackup,
  removeBackup,
  withInvalidBackupError,
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
    const path = await createDownloadLink(config, name, clock.now());
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
      return { kept: basename(await withInvalidBackupError(file, restore)) };
    },
  );
  mountCall(router, CALLS.deleteBackup, async (_input, { params: { name } }) => {
    await removeBackup(DATA_DIR, name);
    await record('delete', name);
  });
  return router;
}

/** Not behind the admin check, because a browser sends no access token with a download; the link has its own. */
export function createBackupDownloadRouter({ clock, config }: ServerDeps): Router {
  const router = Router();
  const headers = {
    'Content-Type': 'application/vnd.sqlite3',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  };
  router.get(`${API_PATHS.backupDownload}/:name`, (req, res) => {
    const { name } = req.params;
    ensureValidLink(config, name, readToken(req), clock.now());
    res.download(name, name, { root: backupFolder(config.DATA_DIR), cacheControl: false, headers });
  });
  return router;
}
