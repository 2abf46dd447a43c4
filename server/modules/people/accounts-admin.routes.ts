import { type Request, Router } from 'express';
import {
  adminUserDeleteSchema,
  adminUserSchema,
  generateLinkSchema,
  inviteSchema,
} from '#contract/calls/auth.ts';
import { toAuthUser } from '#server/identity/accounts/user-view.ts';
import { createAdminCheck } from '#server/identity/admin-check.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createValidationError } from '#server/identity/wire/auth.errors.ts';
import {
  readBody,
  readOptionalBody,
  readQuery,
  readRedirect,
} from '#server/identity/wire/request-input.ts';
import { generateLink, invitePerson } from './invitations.usecases.ts';
import {
  createPerson,
  deletePerson,
  getPerson,
  listPeople,
  type PeoplePage,
  updatePerson,
} from './people.usecases.ts';

/** GoTrue's endpoints for people's accounts, for whoever holds the admin's role. */
export function createAccountsAdminRouter(context: AuthContext): Router {
  const router = Router();
  const admin = createAdminCheck(context);

  router.get('/admin/users', admin, async (req, res) => {
    const page = await listPeople(context, readQuery(req));
    const { users, total } = page;
    res
      .set({ 'X-Total-Count': String(total), Link: renderLinks(req, page) })
      .json({ users, aud: 'authenticated', total });
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

  return router;
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
