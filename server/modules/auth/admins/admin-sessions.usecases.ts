import { randomUUID } from 'node:crypto';
import type { AdminSession } from '#contract/calls/admin/admins.ts';
import { ADMIN_SESSION_LIFE_S, type AdminToken } from '#contract/calls/auth.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { createSecret, hashSecret } from '#server/core/config/secrets.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { createNotAdminError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { findAdminCredentials } from './admin-credentials.repository.ts';
import {
  type AdminSessionRow,
  deleteAdminSession,
  findAdminSessionByHash,
  insertAdminSession,
  listAdminSessions,
  type SessionOwner,
  touchAdminSession,
} from './admin-sessions.repository.ts';
import { createAdminToken, type SignIn } from './admin-token.ts';
import { type AdminPersonRow, findAdminPerson, lockAdminPerson } from './admins.repository.ts';

/**
 * Stores a complete sign-in for 30 days. The caller puts the secret in a cookie; only its hash is stored. The token
 * names the session, so that both end together.
 */
export async function keepSignIn(
  context: AuthContext,
  signIn: SignIn,
): Promise<{ secret: string; token: AdminToken }> {
  const { clock, db, device } = context;
  const secret = createSecret();
  const person = 'person' in signIn ? signIn.person : undefined;
  const now = isoNow(clock);
  const row = {
    id: randomUUID(),
    admin_id: person?.id ?? null,
    token_hash: hashSecret(secret),
    token_generation: 'person' in signIn ? signIn.person.token_generation : signIn.generation,
    device,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(clock.now() + ADMIN_SESSION_LIFE_S * 1_000).toISOString(),
  };
  await db.transaction(async (trx) => {
    if (person && !(await lockAdminPerson(trx, db.sql, person.id))) throw createNotAdminError();
    await insertAdminSession(trx, row);
    await recordInAuditLog(trx, {
      ...entryOf(row, person),
      action: 'keep',
      after: { device },
      now,
    });
  });
  return { secret, token: await createAdminToken(context, signIn, { sessionId: row.id }) };
}

/** A new token for the session with this secret; undefined if it has ended or expired. */
export async function resumeSignIn(
  context: AuthContext,
  secret: string,
): Promise<AdminToken | undefined> {
  const { kysely } = context.db;
  const now = isoNow(context.clock);
  const row = await findAdminSessionByHash(kysely, hashSecret(secret));
  if (!row || row.expires_at <= now) return undefined;
  const owner = await findOwner(context, row.admin_id);
  if (owner?.generation !== row.token_generation) return undefined;
  await touchAdminSession(kysely, row.id, now);
  const { person, generation } = owner;
  return createAdminToken(context, person ? { person } : { generation }, { sessionId: row.id });
}

export async function endStoredSignIn(context: AuthContext, secret: string): Promise<void> {
  const row = await findAdminSessionByHash(context.db.kysely, hashSecret(secret));
  if (row) await end(context, [row]);
}

export async function listOwnAdminSessions(
  context: AuthContext,
  actor: Actor,
): Promise<AdminSession[]> {
  return (await listOwn(context, actor)).map(
    ({ id, device, created_at, last_used_at, expires_at }) => ({
      id,
      device,
      created_at,
      last_used_at,
      expires_at,
      is_current: id === actor.sessionId,
    }),
  );
}

export async function endOwnAdminSession(
  context: AuthContext,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = (await listOwn(context, actor)).find((one) => one.id === id.toLowerCase());
  if (!row) throw createNotFoundError('There is no such session');
  await end(context, [row]);
}

export async function endOtherAdminSessions(context: AuthContext, actor: Actor): Promise<void> {
  const rows = await listOwn(context, actor);
  await end(
    context,
    rows.filter(({ id }) => id !== actor.sessionId),
  );
}

async function listOwn(context: AuthContext, { admin }: Actor): Promise<AdminSessionRow[]> {
  const owner = await findOwner(context, admin?.id ?? null);
  return owner ? listAdminSessions(context.db.kysely, owner, isoNow(context.clock)) : [];
}

async function findOwner(
  { db }: AuthContext,
  adminId: string | null,
): Promise<(SessionOwner & { person: AdminPersonRow | undefined }) | undefined> {
  const person = adminId === null ? undefined : await findAdminPerson(db.kysely, adminId);
  if (adminId !== null && person?.totp_confirmed_at == null) return undefined;
  const credentials = person ?? (await findAdminCredentials(db.kysely));
  return credentials && { adminId, generation: credentials.token_generation, person };
}

async function end(context: AuthContext, rows: readonly AdminSessionRow[]): Promise<void> {
  const now = isoNow(context.clock);
  await context.db.transaction(async (trx) => {
    for (const row of rows) {
      if (!(await deleteAdminSession(trx, row.id))) continue;
      const person = row.admin_id === null ? undefined : await findAdminPerson(trx, row.admin_id);
      const before = { device: row.device };
      await recordInAuditLog(trx, { ...entryOf(row, person), action: 'end', before, now });
    }
  });
}

/** The session's owner is the actor, because a sign-in has no acting admin yet. */
const entryOf = ({ id }: Pick<AdminSessionRow, 'id'>, person: AdminPersonRow | undefined) =>
  ({ actor: person ?? 'service_role', on: 'admin_sessions', which: id }) as const;
