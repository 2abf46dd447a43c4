import type { IncomingMessage } from 'node:http';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { type Actor, ANON } from '#server/core/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { ensureAdminMayEnter } from '#server/http/admin-gate.ts';
import { isUuid } from '../core/uuid.ts';
import { findUserById, isBanned } from './accounts/users.repository.ts';
import { findAdminCredentials } from './admin-credentials.repository.ts';
import { type AdminPersonRow, findAdminPerson } from './admin-people.repository.ts';
import { type AuthContext, authContextOf } from './auth-context.ts';
import { type RequestHeaders, readBearer } from './bearer-token.ts';
import { type AccessClaims, BadTokenError } from './sessions/access-tokens.ts';
import { createSessions, type SessionRow, type UserRow } from './sessions/sessions.repository.ts';
import {
  createEmptyTokenError,
  createTableTokenError,
  describeFlawForTables,
} from './table-token-errors.ts';
import {
  createAuthError,
  createBadJwtError,
  createSecondFactorMissingError,
  createUserBannedError,
} from './wire/auth.errors.ts';

/** Whoever asks: what she shows, and from where. */
type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Which contract's words a refusal uses. */
export type Door = 'auth' | 'tables';

/** PostgREST forgives this much between two machines' clocks, GoTrue nothing. */
const TABLES_LEEWAY_S = 30;
const ADMIN_ROLES = new Set<unknown>(['service_role', 'supabase_admin']);
const ADMIN: Actor = { role: 'service_role', userId: null, sessionId: null };

/**
 * Who is asking. Signature and times come from the token, everything that can be taken back is looked
 * up each time: signing out, a ban, a deleted account and a new admin password count at once, in every process.
 */
export async function resolveActor(
  deps: ServerDeps,
  req: Asked,
  door: Door = 'tables',
): Promise<Actor> {
  const context = authContextOf(deps);
  const shown = readBearer(req, context.config.ANON_KEY);
  if (shown.kind !== 'token') return ANON;
  if (shown.token === '' && door === 'tables') throw createEmptyTokenError();
  const claims = await verifyFor(door, context, shown.token);
  return door === 'auth'
    ? actorForAuth(context, req, claims)
    : actorForTables(context, req, claims);
}

/** The claims of a good token; for the auth endpoints, which go on to look at person and session. */
export async function requireClaims(
  context: AuthContext,
  req: RequestHeaders,
): Promise<AccessClaims> {
  const shown = readBearer(req, context.config.ANON_KEY);
  if (shown.kind === 'nothing' || (shown.kind === 'token' && !/^\S+$/.test(shown.token))) {
    throw createAuthError(
      401,
      AUTH_ERROR.noAuthorization,
      'This endpoint requires a valid Bearer token',
    );
  }
  if (shown.kind === 'anon-key') throw createBadJwtError('invalid claim: missing sub claim');
  return verifyFor('auth', context, shown.token);
}

/** The one place where a token makes somebody the admin; from where she is not let in, it throws. */
export async function findAdminActor(
  context: AuthContext,
  req: Asked,
  claims: AccessClaims,
): Promise<Actor | undefined> {
  if (!ADMIN_ROLES.has(claims['role'])) return undefined;
  ensureAdminMayEnter(context.config, req);
  const { token_generation: generation, admin_id: id } = claims;
  if (id !== undefined) {
    const person = await findPersonOfToken(context, claims);
    if (!person) return undefined;
    if (person.totp_confirmed_at === null) throw createSecondFactorMissingError();
    return { ...ADMIN, admin: { id: person.id, email: person.email, role: person.role } };
  }
  // A token of the admin's sign-in names its generation; one signed with the secret elsewhere has none.
  if (generation === undefined) return ADMIN;
  const credentials = await findAdminCredentials(context.db.kysely);
  return credentials?.token_generation === generation ? ADMIN : undefined;
}

/** The admin whom a token names, as long as nothing has ended it; her role may still open nothing. */
export async function findPersonOfToken(
  { db }: AuthContext,
  { role, admin_id: id, admin_role: named, token_generation: generation }: AccessClaims,
): Promise<AdminPersonRow | undefined> {
  if (!ADMIN_ROLES.has(role) || typeof id !== 'string' || !isUuid(id)) return undefined;
  const person = await findAdminPerson(db.kysely, id);
  return person?.token_generation === generation && person?.role === named ? person : undefined;
}

async function verifyFor(door: Door, context: AuthContext, token: string): Promise<AccessClaims> {
  try {
    return await context.accessTokens.verify(token, door === 'tables' ? TABLES_LEEWAY_S : 0);
  } catch (error) {
    if (!(error instanceof BadTokenError)) throw error;
    if (door === 'tables') throw describeFlawForTables(error);
    throw createBadJwtError(
      `invalid JWT: unable to parse or verify signature, ${AUTH_WORDS[error.flaw]}`,
    );
  }
}

const AUTH_WORDS: Record<BadTokenError['flaw'], string> = {
  parts: 'token is malformed: token contains an invalid number of segments',
  algorithm: 'token is unverifiable: signing method is invalid',
  key: 'token is unverifiable: signing method is invalid',
  signature: 'token signature is invalid: signature is invalid',
  payload: 'token is malformed: could not JSON decode claim',
  exp: 'token has invalid claims: a time is not a number',
  expired: 'token has invalid claims: token is expired',
  early: 'token has invalid claims: token is not valid yet',
  future: 'token has invalid claims: token used before issued',
};

async function actorForAuth(
  context: AuthContext,
  req: Asked,
  claims: AccessClaims,
): Promise<Actor> {
  const admin = await findAdminActor(context, req, claims);
  if (admin) return admin;
  const { user, sessionId } = await requirePerson(context, claims);
  return { role: 'authenticated', userId: user.id, sessionId };
}

async function actorForTables(
  context: AuthContext,
  req: Asked,
  claims: AccessClaims,
): Promise<Actor> {
  const { role } = claims;
  if (role === 'anon') return ANON;
  if (ADMIN_ROLES.has(role)) {
    const admin = await findAdminActor(context, req, claims);
    if (admin) return admin;
    throw createTableTokenError('PGRST303', 'JWT was ended by a new admin password');
  }
  if (role !== 'authenticated') throw createTableTokenError('PGRST301', 'JWT has an unknown role');
  try {
    const { user, sessionId } = await requirePerson(context, claims);
    return { role, userId: user.id, sessionId };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Never 403 here: to the tables' client that is a policy's refusal.
    throw createTableTokenError('PGRST303', error.publicMessage);
  }
}

/** Whose request it is; the session is null for a token that was signed elsewhere and names none. */
export interface Caller {
  readonly user: UserRow;
  readonly session: SessionRow | null;
}

/** The person who asks, and the session by which she does. */
export async function requireCaller(context: AuthContext, req: RequestHeaders): Promise<Caller> {
  return requirePerson(context, await requireClaims(context, req));
}

/** The person and the session a token speaks for, with GoTrue's checks in GoTrue's order. */
export async function requirePerson(context: AuthContext, claims: AccessClaims) {
  const { sub, session_id: sessionId } = claims;
  if (sub === undefined || sub === '') throw createBadJwtError('invalid claim: missing sub claim');
  if (!isUuid(sub)) throw createBadJwtError('invalid claim: sub claim must be a UUID', 400);
  const { user, session } = await findPerson(context, sub.toLowerCase(), sessionId);
  if (isBanned(user, context.clock.now())) throw createUserBannedError(403);
  return { user, session, sessionId: session?.id ?? null };
}

async function findPerson(context: AuthContext, id: string, sessionId: unknown) {
  const { kysely } = context.db;
  // Ours always name their session; one signed elsewhere with the same secret need not.
  if (sessionId === undefined || sessionId === '') {
    const user = await findUserById(kysely, id);
    if (!user) throw createNoUserError();
    return { user, session: null };
  }
  if (!isUuid(sessionId)) throw createBadJwtError('invalid claim: session_id claim must be a UUID');
  const live = await createSessions(kysely, context.clock).findLive(sessionId);
  if (live?.user.id === id) return live;
  throw (await findUserById(kysely, id)) ? createSessionNotFoundError() : createNoUserError();
}

const createNoUserError = () =>
  createAuthError(403, AUTH_ERROR.userNotFound, 'User from sub claim in JWT does not exist');

const createSessionNotFoundError = () =>
  createAuthError(
    403,
    AUTH_ERROR.sessionNotFound,
    'Session from session_id claim in JWT does not exist',
  );
