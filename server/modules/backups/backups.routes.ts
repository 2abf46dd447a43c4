import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type RequestHandler, Router } from 'express';
import { type BackupsAnswer, restoreSchema } from '#contract/backups.ts';
import { API_PATHS } from '#contract/paths.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { readJson } from '#server/http/read-json.ts';
import { recordDeed } from '#server/modules/audit-log/record-deed.usecases.ts';
import {
  checkBackup,
  explainUnsound,
  getBackupFile,
  listBackups,
  removeBackup,
} from './backup-folder.ts';
import { createCommandsOnlyError, createConfirmationError } from './backups.errors.ts';
import { makeBackup, restoreBackup } from './backups.usecases.ts';
import { createDownloadLink, openDownload } from './download-links.ts';
import { receiveBackup } from './receive-backup.ts';

const POSTGRES_COMMANDS = {
  backup: 'pg_dump --format=custom --file=cradlesong.dump "$DATABASE_URL"',
  restore: 'pg_restore --clean --if-exists --dbname="$DATABASE_URL" cradlesong.dump',
};

/** Mounted where only the admin comes. An upload is a stream of bytes, which no parser has touched. */
export function createBackupsRouter(deps: ServerDeps): Router {
  const { clock, config } = deps;
  const { DATA_DIR } = config;
  const router = Router();
  const record = (action: string, which: string, after: Record<string, unknown> = {}) =>
    recordDeed(deps.db.kysely, { action, on: 'backups', which, after, now: clock.now() });

  router.get('/backups', async (_req, res) => {
    const isElsewhere = config.DATABASE_URL !== undefined;
    const answer: BackupsAnswer = {
      commands: isElsewhere ? POSTGRES_COMMANDS : null,
      backups: isElsewhere ? [] : await listBackups(DATA_DIR),
    };
    res.json(answer);
  });

  router.use('/backups', refuseWithPostgres(config.DATABASE_URL !== undefined));

  router.post('/backups', async (_req, res) => {
    const file = await makeBackup(config, isoNow(clock));
    const backup = await checkBackup(DATA_DIR, basename(file), isoNow(clock));
    await record('make', backup.name, { bytes: backup.bytes });
    res.status(201).json(backup);
  });
  router.post('/backups/uploads', async (req, res) => {
    try {
      const bytes = Number(req.get('content-length') ?? 0);
      const backup = await receiveBackup(DATA_DIR, req, { bytes, now: isoNow(clock) });
      await record('upload', backup.name, { bytes: backup.bytes });
      res.status(201).json(backup);
    } finally {
      // Whoever is refused in the middle hears why only if the rest of the file is taken and dropped.
      if (!req.readableEnded) req.resume();
    }
  });
  router.post('/backups/:name/check', async (req, res) => {
    res.json(await checkBackup(DATA_DIR, req.params.name, isoNow(clock)));
  });
  router.post('/backups/:name/link', async (req, res) => {
    const { name } = req.params;
    const path = await createDownloadLink(DATA_DIR, name, clock.now());
    await record('download', name);
    res.json({ path });
  });
  router.post('/backups/:name/restore', async (req, res) => {
    const { name } = req.params;
    const file = await getBackupFile(DATA_DIR, name);
    if (readJson(restoreSchema, req).confirm !== name) throw createConfirmationError(name);
    const restored = () => restoreBackup(config, file, isoNow(clock));
    const kept = basename(await explainUnsound(file, restored));
    // Into the log of the restored database: that of the present one is in what was kept.
    await record('restore', name, { kept });
    res.json({ kept });
  });
  router.delete('/backups/:name', async (req, res) => {
    await removeBackup(DATA_DIR, req.params.name);
    await record('delete', req.params.name);
    res.status(204).end();
  });
  return router;
}

/** Where a link leads: outside the admin's paths, since a browser's download brings no token along. */
export function createBackupDownloadRouter({ clock, config, logger }: ServerDeps): Router {
  const router = Router();
  router.get(`${API_PATHS.backupDownload}/:name`, async (req, res) => {
    const { name } = req.params;
    const token = new URLSearchParams(req.url.split('?')[1] ?? '').get('token') ?? '';
    const file = await openDownload(config.DATA_DIR, name, token, clock.now());
    const { size } = await file.stat();
    res.set({
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
    await pipeline(file.createReadStream(), res).catch((err) =>
      logger.info({ err }, 'a download of a backup was broken off'),
    );
  });
  return router;
}

function refuseWithPostgres(isPostgres: boolean): RequestHandler {
  return (_req, _res, next) => next(isPostgres ? createCommandsOnlyError() : undefined);
}
