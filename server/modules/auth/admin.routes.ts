import { type Request, type RequestHandler, Router } from 'express';
import {
  adminLoginSchema,
  adminPasswordSchema,
  adminUserDeleteSchema,
  adminUserSchema,
  generateLinkSchema,
  inviteSchema,
} from '#contract/auth.ts';
import { AUTH_ERROR } from '#contract/error-codes.ts';
import { addressOf } from '#server/http/rate-limit.ts';
import { listOutbox, readOutbox } from '#server/modules/mail/mail.usecases.ts';
import { isAdminClaims, requireClaims } from './actor-from-request.ts';
import { generateLink, invitePerson } from './admin-links.usecases.ts';
import { changeAdminPassword, signInAdmin } from './admin-login.usecases.ts';
import {
  createPerson,
  deletePerson,
  getPerson,
  listPeople,
  type PeoplePage,
  updatePerson,
} from './admin-people.usecases.ts';
import { createAuthError, createValidationError } from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { readBody, readOptionalBody, readQuery, readRedirect } from './request-input.ts';
import { toAuthUser } from './user-view.ts';

/** GoTrue's endpoints for whoever holds the role, and the one that gives it. */
export function createAdminRouter(context: AuthContext): Router {
  const router = Router();

  router.post('/admin/login', async (req, res) => {
    const { password } = readBody(adminLoginSchema, req);
    res.json(await signInAdmin(context, password, addressOf(req)));
  });

  const admin = createAdminCheck(context);
  router.put('/admin/password', admin, async (req, res) => {
    res.json(await changeAdminPassword(context, readBody(adminPasswordSchema, req)));
  });

  router.get('/admin/users', admin, async (req, res) => {
    const page = await listPeople(context, readQuery(req));
    res
      .set({ 'X-Total-Count': String(page.total), Link: renderLinks(req, page) })
      .json({ users: page.users, aud: 'authenticated' });
  });
  router.post('/admin/users', admin, async (req, res) => {
    res.json(await createPerson(context, readBody(adminUserSchema, req)));
  });
  router.get('/admin/users/:id', admin, async (req, res) => {
    res.json(toAuthUser(await getPerson(context, idOf(req))));
  });
  router.put('/admin/users/:id', admin, async (req, res) => {
    res.json(await updatePerson(context, idOf(req), readBody(adminUserSchema, req)));
  });
  router.delete('/admin/users/:id', admin, async (req, res) => {
    const { should_soft_delete: isSoft } = readOptionalBody(adminUserDeleteSchema, req);
    if (isSoft) throw createValidationError('Deleting a user only in part is not supported');
    await deletePerson(context, idOf(req));
    res.json({});
  });

  router.post('/admin/generate_link', admin, async (req, res) => {
    const input = readBody(generateLinkSchema, req);
    res.json(await generateLink(context, input, readRedirect(context, req)));
  });
  router.post('/invite', admin, async (req, res) => {
    const input = readBody(inviteSchema, req);
    res.json(await invitePerson(context, input, readRedirect(context, req)));
  });

  router.get('/admin/outbox', admin, async (_req, res) => {
    res.json({ mails: await listOutbox(context.config.DATA_DIR) });
  });
  router.get('/admin/outbox/:name', admin, async (req, res) => {
    const mail = await readOutbox(context.config.DATA_DIR, String(req.params['name']));
    if (!mail) throw createAuthError(404, AUTH_ERROR.notFound, 'There is no such mail');
    res.json(mail);
  });

  return router;
}

function createAdminCheck(context: AuthContext): RequestHandler {
  return async (req, _res, next) => {
    const claims = await requireClaims(context, req);
    if (!(await isAdminClaims(context, claims))) {
      throw createAuthError(403, AUTH_ERROR.notAdmin, 'User not allowed');
    }
    next();
  };
}

function idOf(req: Request): string {
  return String(req.params['id']);
}

/** The client reads the number of the next page out of these; `page` has to be the first parameter. */
function renderLinks(req: Request, { page, perPage, total }: PeoplePage): string {
  const path = req.originalUrl.split('?', 1)[0];
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) =>
    `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}
