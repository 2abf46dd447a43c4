import { type Response, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { EXPORT_FORMATS, PersonExport } from '#contract/calls/person-export.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { RouterDeps, ServerDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { sendDownload } from '#server/http/send-download.ts';
import { renderExportPage } from './export-page.ts';
import { exportPerson, nameExport, renderExportJson } from './person-export.usecases.ts';

type Format = (typeof EXPORT_FORMATS)[number];

/** `GET /admin/v1/people/:id/export`. Behind the admin check; every export is in the audit log. */
export function createPersonExportRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.exportPerson, async ({ format }, { params, res }) => {
    const data = await exportPerson(deps, params.id);
    if (!data) throw createNotFoundError('There is no such person');
    await recordInAuditLog(deps.db.kysely, {
      actor: 'service_role',
      action: 'export',
      on: 'users',
      which: params.id,
      after: { format },
      now: isoNow(deps.clock),
    });
    await sendExport(deps, res, data, format);
  });
  return router;
}

/** `GET /account-data`: the signed-in user's own data. */
export function createOwnDataRouter(deps: RouterDeps): Router {
  const router = Router();
  const limit = createRateLimit(deps, QUOTAS.export);
  mountCall(
    router,
    CALLS.getOwnData,
    async ({ format }, { caller: { userId }, res }) => {
      const data = userId === null ? undefined : await exportPerson(deps, userId);
      if (!data) throw createSignInError();
      await sendExport(deps, res, data, format);
    },
    { before: [limit], admit: deps.resolveActor },
  );
  return router;
}

async function sendExport(
  { settings }: Pick<ServerDeps, 'settings'>,
  res: Response,
  data: PersonExport,
  type: Format,
): Promise<void> {
  const { brand } = await settings.read();
  const pieces = type === 'json' ? renderExportJson(data) : renderExportPage(data, brand);
  await sendDownload(res, { name: nameExport(data, type), type, pieces });
}

const createSignInError = () => createHttpError(401, 'Sign in first: only you may have your data.');
