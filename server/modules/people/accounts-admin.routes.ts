import { type Request, Router } from 'express';
import {
  type AdminUserInput,
  adminUserDeleteSchema,
  adminUserSchema,
  generateLinkSchema,
  inviteSchema,
} from '#contract/calls/auth.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { ensureMay } from '#server/core/actors/admin-role.ts';
import { toAuthUser } from '#server/modules/auth/accounts/user-view.ts';
import { adminOf, createAdminCheck } from '#server/modules/auth/admin-check.ts';
import { createValidationError } from '#server/modules/auth/auth.errors.ts';
import type { AuthContext } from '#server/modules/auth/auth-context.ts';
import {
  readBody,
  readOptionalBody,
  readQuery,
  readRedirect,
} from '#server/modules/auth/request-input.ts';
import { generateLink, invitePerson } from './invitations.usecases.ts';
import {
  createPerson,
  deletePerson,
  getPerson,
  listPeople,
  type PeoplePage,
  updatePerson,
} from './people.usecases.ts';

/** GoTrue's admin endpoints for accounts. */
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
    const input = readBody(adminUserSchema, req);
    // The address of a new account needs no extra permission, because its user has to verify it.
    ensureMayGive(adminOf(res), { ...input, email: '' });
    res.json(await createPerson(context, input));
  });
  router.get('/admin/users/:id', admin, async (req, res) => {
    res.json(toAuthUser(await getPerson(context, idOf(req))));
  });
  router.put('/admin/users/:id', admin, async (req, res) => {
    const input = readBody(adminUserSchema, req);
    ensureMayGive(adminOf(res), input);
    res.json(await updatePerson(context, idOf(req), input));
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

/** Setting a user's sign-in data allows signing in as that user, so it needs extra permission. */
function ensureMayGive(admin: Actor, input: AdminUserInput): void {
  const { email, password, password_hash: hash, email_confirm, app_metadata } = input;
  const isGiven = [email, password ?? '', hash].some((text) => text !== '');
  if (isGiven || email_confirm !== undefined || app_metadata) {
    ensureMay(admin, 'write', 'credentials');
  }
}

function idOf(req: Request): string {
  return String(req.params['id']);
}

/** The client reads the next page number from these links; `page` has to be the first parameter. */
function renderLinks(req: Request, { page, perPage, total }: PeoplePage): string {
  const path = req.originalUrl.split('?', 1)[0];
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) =>
    `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}
