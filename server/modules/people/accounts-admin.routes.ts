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
    // Needs no extra permission for the address, because a new user has to verify it.
    ensureMaySetCredentials(adminOf(res), { ...input, email: '' });
    res.json(await createPerson(context, input));
  });
  router.get('/admin/users/:id', admin, async (req, res) => {
    res.json(toAuthUser(await getPerson(context, idOf(req))));
  });
  router.put('/admin/users/:id', admin, async (req, res) => {
    const input = readBody(adminUserSchema, req);
    ensureMaySetCredentials(adminOf(res), input);
    res.json(await updatePerson(context, idOf(req), input));
  });
  router.delete('/admin/users/:id', admin, async (req, res) => {
    const { should_soft_delete: isSoft } = readOptionalBody(adminUserDeleteSchema, req);
    if (isSoft) throw createValidationError('Soft deletion of users is not supported');
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

/** An admin who sets a user's credentials can sign in as that user, so this needs extra permission. */
function ensureMaySetCredentials({ admin }: Actor, input: AdminUserInput): void {
  const { email, password, password_hash: hash, email_confirm, app_metadata } = input;
  const isGiven = [email, password ?? '', hash].some((text) => text !== '');
  if (admin && (isGiven || email_confirm !== undefined || app_metadata)) {
    ensureMay(admin, 'write', 'credentials');
  }
}

function idOf(req: Request): string {
  return String(req.params['id']);
}

/** The official client reads the next page from these links and expects `page` as the first parameter. */
function renderLinks(req: Request, { page, perPage, total }: PeoplePage): string {
  const path = req.originalUrl.split('?', 1)[0];
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) =>
    `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}
