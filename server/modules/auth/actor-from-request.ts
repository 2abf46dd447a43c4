import type { IncomingMessage } from 'node:http';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { type Actor, ANON, type ResolveActor } from '#server/core/actors/actor.ts';
import { isoNow } from '#server/core/clock.ts';
import { AppError } from '#server/core/errors.ts';
import { isUuid } from '#server/core/ids.ts';
import { ensureAdminMayEnter } from '#server/http/admin-gate.ts';
import { findUserById } from './accounts/accounts.repository.ts';
import { findAdminCredentials } from './admins/admin-credentials.repository.ts';
import { isAdminSessionLive } from './admins/admin-sessions.repository.ts';
import { type AdminPersonRow, findAdminPerson } from './admins/admins.repository.ts';
import {
  createAuthError,
  createBadJwtError,
  createRefusal,
  createUserBannedError,
} from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { isBanned, type SessionRow, type UserRow } from './sessions/sessions.repository.ts';
import { type AccessClaims, BadTokenError } from './tokens/access-token.ts';

type HeadersAndSocket = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Clock skew for `exp` and `nbf` that PostgREST allows; GoTrue allows none. */
const TABLES_LEEWAY_S = 30;
const ADMIN_ROLES = new Set<unknown>(['service_role', 'supabase_admin']);
const ADMIN: Actor = { role: 'service_role', userId: null, sessionId: null };

/**
 * Resolves the actor; throws the errors of the tables API. Looks up session, ban, account and admin password
 * on every request, so that a change applies at once in every process.
 */
export function createActorResolver(context: AuthContext): ResolveActor {
  return async (req) => {
    const token = readBearer(req);
    if (token === undefined || context.anonKeys.has(token)) return ANON;
    if (token === '') {
      throw createTableTokenError('PGRST301', 'Empty JWT is sent in Authorization header');
    }
    const claims = await context.accessTokens.verify(token, TABLES_LEEWAY_S).catch(refuseForTables);
    const { role } = claims;
    if (role === 'anon') return ANON;
    if (ADMIN_ROLES.has(role)) {
      const admin = await findAdminActor(context, req, claims);
      if (admin) return admin;
      throw createTableTokenError('PGRST303', 'JWT of an admin session that has ended');
    }
    if (role !== 'authenticated') {
      throw createTableTokenError('PGRST301', 'JWT has an unknown role');
    }
    try {
      const { user, sessionId } = await requirePerson(context, claims);
      return { role, userId: user.id, sessionId };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Never 403: the client of the tables API takes a 403 for a refusal by a policy.
      throw createTableTokenError('PGRST303', error.publicMessage);
    }
  };
}

/** Claims of a valid token, with GoTrue's errors. The caller has to look up user and session. */
export async function requireClaims(
  context: AuthContext,
  req: RequestHeaders,
): Promise<AccessClaims> {
  const token = readBearer(req);
  if (token !== undefined && context.anonKeys.has(token)) {
    throw createBadJwtError('invalid claim: missing sub claim');
  }
  if (token === undefined || !/^\S+$/.test(token)) {
    throw createRefusal('noAuthorization');
  }
  return context.accessTokens.verify(token, 0).catch((error) => {
    if (!(error instanceof BadTokenError)) throw error;
    throw createBadJwtError(
      `invalid JWT: unable to parse or verify signature, token is invalid: ${error.flaw}`,
    );
  });
}

/** The only place where a token grants the admin role. Throws for remote requests to a kiosk. */
export async function findAdminActor(
  context: AuthContext,
  req: HeadersAndSocket,
  claims: AccessClaims,
): Promise<Actor | undefined> {
  if (!ADMIN_ROLES.has(claims['role'])) return undefined;
  ensureAdminMayEnter(context.config, req);
  const { token_generation: generation, admin_id: id } = claims;
  const sessionId = await findKeptSessionId(context, claims);
  if (sessionId === undefined) return undefined;
  if (id !== undefined) {
    const person = await findPersonOfToken(context, claims);
    if (!person) return undefined;
    if (person.totp_confirmed_at === null || !hasSecondFactor(claims)) {
      throw createRefusal('secondFactorMissing');
    }
    return {
      ...ADMIN,
      sessionId,
      admin: { id: person.id, email: person.email, role: person.role },
    };
  }
  // Tokens from our sign-in have a generation; tokens that others signed with JWT_SECRET have none.
  if (generation === undefined) return ADMIN;
  const credentials = await findAdminCredentials(context.db.kysely);
  return credentials?.token_generation === generation ? { ...ADMIN, sessionId } : undefined;
}

/** Id of the "keep me signed in" session of a token; null if it has none, undefined if the session has ended. */
async function findKeptSessionId(
  { clock, db }: AuthContext,
  { admin_session: id }: AccessClaims,
): Promise<string | null | undefined> {
  if (id === undefined) return null;
  if (!isUuid(id)) return undefined;
  return (await isAdminSessionLive(db.kysely, id, isoNow(clock))) ? id : undefined;
}

/** Whether the sign-in was verified by a second factor. */
export const hasSecondFactor = ({ aal }: AccessClaims): boolean => aal === 'aal2';

/** The admin of a valid token. Does not check their permissions. */
export async function findPersonOfToken(
  context: AuthContext,
  claims: AccessClaims,
): Promise<AdminPersonRow | undefined> {
  const { role, admin_id: id, admin_role: claimedRole, token_generation: generation } = claims;
  if (!ADMIN_ROLES.has(role) || typeof id !== 'string' || !isUuid(id)) return undefined;
  if ((await findKeptSessionId(context, claims)) === undefined) return undefined;
  const person = await findAdminPerson(context.db.kysely, id);
  return person?.token_generation === generation && person?.role === claimedRole
    ? person
    : undefined;
}

/** Caller of a request. An externally signed token may have no session. */
export interface Caller {
  readonly user: UserRow;
  readonly session: SessionRow | null;
}

/** The signed-in user and their session. */
export async function requireCaller(context: AuthContext, req: RequestHeaders): Promise<Caller> {
  return requirePerson(context, await requireClaims(context, req));
}

/** User and session of a token, with GoTrue's checks in GoTrue's order. */
export async function requirePerson(context: AuthContext, claims: AccessClaims) {
  const { sub, session_id: sessionId } = claims;
  if (sub === undefined || sub === '') throw createBadJwtError('invalid claim: missing sub claim');
  if (!isUuid(sub)) throw createBadJwtError('invalid claim: sub claim must be a UUID', 400);
  // Only externally signed tokens lack a session.
  const hasSession = sessionId !== undefined && sessionId !== '';
  if (hasSession && !isUuid(sessionId)) {
    throw createBadJwtError('invalid claim: session_id claim must be a UUID');
  }
  const id = sub.toLowerCase();
  const live = hasSession ? await context.sessions.findLive(String(sessionId)) : undefined;
  const user = live?.user.id === id ? live.user : await findUserById(context.db.kysely, id);
  if (!user) {
    throw createAuthError(
      403,
      AUTH_ERROR.userNotFound,
      'User from sub claim in JWT does not exist',
    );
  }
  if (hasSession && live?.user.id !== id) throw createRefusal('sessionNotFound');
  if (isBanned(user, context.clock.now())) throw createUserBannedError(403);
  const session = live?.session ?? null;
  return { user, session, sessionId: session?.id ?? null };
}

type RequestHeaders = Pick<IncomingMessage, 'headers'>;

const BEARER = /^bearer(?:\s+(.*))?$/i;

/** Undefined without a bearer token; may be empty. */
function readBearer({ headers }: RequestHeaders): string | undefined {
  const match = BEARER.exec(headers.authorization ?? '');
  return match ? (match[1] ?? '') : undefined;
}

type TokenErrorCode = 'PGRST301' | 'PGRST303';

const TABLE_MESSAGES: Record<BadTokenError['flaw'], [TokenErrorCode, string]> = {
  parts: ['PGRST301', 'Expected 3 parts in JWT; got '],
  algorithm: ['PGRST301', 'Wrong or unsupported encoding algorithm'],
  key: ['PGRST301', 'No suitable key or wrong key type'],
  signature: ['PGRST301', 'JWT cryptographic operation failed'],
  payload: ['PGRST301', 'JWT cryptographic operation failed'],
  exp: ['PGRST303', "The JWT 'exp' claim must be a number"],
  expired: ['PGRST303', 'JWT expired'],
  early: ['PGRST303', 'JWT not yet valid'],
  future: ['PGRST303', 'JWT issued at future'],
};

function refuseForTables(error: unknown): never {
  if (!(error instanceof BadTokenError)) throw error;
  const [code, text] = TABLE_MESSAGES[error.flaw];
  throw createTableTokenError(code, error.flaw === 'parts' ? `${text}${error.parts}` : text);
}

function createTableTokenError(code: TokenErrorCode, message: string): AppError {
  return new AppError({
    status: 401,
    code,
    publicMessage: message,
    headers: {
      'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`,
    },
  });
}
