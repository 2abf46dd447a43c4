import { type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { HTTP_ERROR } from '#contract/error-codes.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { PersonExport } from '#contract/person-export.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { sendDownload } from '#server/http/send-download.ts';
import { renderExportPage } from './export-page.ts';
import { logExport } from './person-export.repository.ts';
import { exportPerson, nameExport, renderExportJson } from './person-export.usecases.ts';

const FORMATS = ['json', 'html'] as const;
type Format = (typeof FORMATS)[number];
const formatSchema = z.enum(FORMATS).default('json');

/** `GET /admin/v1/people/:id/export`. Mounted where only the admin comes; each one is in the audit log. */
export function createPersonExportRouter(deps: ServerDeps): Router {
  const router = Router();
  router.get('/people/:id/export', async (req, res) => {
    const format = readFormat(req.query['format']);
    const data = await exportPerson(deps, req.params.id);
    if (!data) throw createNotFoundError('There is no such person');
    const now = isoNow(deps.clock);
    await logExport(deps.db.kysely, { userId: req.params.id, format, now });
    await sendExport(deps, res, data, format);
  });
  return router;
}

const PER_WINDOW = 20;
const WINDOW_MS = 10 * 60_000;

/** `GET /account-data`: a signed-in person's own. */
export function createOwnDataRouter(
  deps: ServerDeps,
  { resolveActor }: { resolveActor: ResolveActor },
): Router {
  const router = Router();
  const limit = createRateLimit({ clock: deps.clock, limit: PER_WINDOW, windowMs: WINDOW_MS });
  const handle: RequestHandler = async (req, res) => {
    const { userId } = await resolveActor(req);
    const format = readFormat(req.query['format']);
    const data = userId === null ? undefined : await exportPerson(deps, userId);
    if (!data) throw createSignInError();
    await sendExport(deps, res, data, format);
  };
  router.get(API_PATHS.accountData, limit, handle);
  return router;
}

async function sendExport(
  { settings }: Pick<ServerDeps, 'settings'>,
  res: Response,
  data: PersonExport,
  type: Format,
): Promise<void> {
  const { brand } = await settings.read();
  const body = type === 'json' ? renderExportJson(data) : renderExportPage(data, brand);
  sendDownload(res, { name: nameExport(data, type), type, body });
}

function readFormat(text: unknown): Format {
  const parsed = formatSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError({
    status: 400,
    code: HTTP_ERROR.badRequest,
    publicMessage: `format is ${FORMATS.join(' or ')}.`,
  });
}

const createSignInError = () =>
  new AppError({
    status: 401,
    code: HTTP_ERROR.unauthorized,
    publicMessage: 'Sign in first: only you may have your data.',
  });
