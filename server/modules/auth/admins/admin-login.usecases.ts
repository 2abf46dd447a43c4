import { randomBytes } from 'node:crypto';
import { type AdminToken, AUTH_LIMITS } from '#contract/calls/auth.ts';
import { type AuditEntry, recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isCommonPassword } from '../accounts/common-passwords.ts';
import { ensureStrongPassword, hashPassword, isPasswordOf } from '../accounts/passwords.ts';
import { createInvalidCredentialsError, createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { type AdminTry, countAdminTry, turnFrom } from '../sessions/password-attempts.usecases.ts';
import {
  findAdminCredentials,
  insertAdminCredentials,
  replaceAdminPassword,
} from './admin-credentials.repository.ts';
import { ensureOtherPassword } from './admins.errors.ts';

const INVALID = 'Invalid password';
/** For the shared password and those of named admins. */
export const ADMIN_PASSWORD_RULE = { AUTH_PASSWORD_LENGTH: 10 };

/**
 * Generates the admin password at the first start, or uses the configured one; a new one invalidates all
 * earlier tokens. Returns a generated password, to be printed once: only its hash is kept.
 */
export async function ensureAdminPassword(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
): Promise<string | undefined> {
  const { config, db, clock } = deps;
  const known = await findAdminCredentials(db.kysely);
  const given = config.ADMIN_PASSWORD;
  if (known && (given === undefined || (await isPasswordOf(known.password_hash, given)))) {
    return undefined;
  }
  const password = given ?? createPassword();
  const row = { password_hash: await hashPassword(password), updated_at: isoNow(clock) };
  if (known) {
    await replaceAdminPassword(db.kysely, row);
    return undefined;
  }
  const isMine = await insertAdminCredentials(db.kysely, row);
  return isMine && given === undefined ? password : undefined;
}

/** A common password in the settings is accepted, with a warning. */
export function isAdminPasswordCommon({ config }: Pick<ServerDeps, 'config'>): boolean {
  return config.ADMIN_PASSWORD !== undefined && isCommonPassword(config.ADMIN_PASSWORD);
}

const createPassword = () => randomBytes(15).toString('base64url');

/** Resets a lost password; printed once. Signs out every admin. */
export async function resetAdminPassword(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
): Promise<string> {
  const { config, db, clock } = deps;
  if (config.ADMIN_PASSWORD !== undefined) {
    throw new Error('The password is set by ADMIN_PASSWORD; change it there and start again.');
  }
  const password = createPassword();
  const row = { password_hash: await hashPassword(password), updated_at: isoNow(clock) };
  if (!(await insertAdminCredentials(db.kysely, row))) await replaceAdminPassword(db.kysely, row);
  return password;
}

export async function signInAdmin(
  context: AuthContext,
  password: string,
  from: AdminTry,
): Promise<{ token: AdminToken; generation: number }> {
  const succeed = await countAdminTry(context, from);
  const credentials = await findAdminCredentials(context.db.kysely);
  const isRight = await isPasswordOf(credentials?.password_hash, password, turnFrom(from));
  // On a known device it is more likely a typing error than an attack.
  const after = { known_device: from.knownDevice !== undefined };
  if (!credentials || !isRight) {
    await record(context, {
      actor: 'stranger',
      action: 'enter-refused',
      on: 'admin_area',
      after,
    });
    throw createInvalidCredentialsError(INVALID);
  }
  await succeed('this-try');
  await succeed('all');
  await record(context, { actor: 'service_role', action: 'enter', on: 'admin_area', after });
  const generation = credentials.token_generation;
  return { token: await createAdminToken(context, generation), generation };
}

export async function changeAdminPassword(
  context: AuthContext,
  input: { current_password: string; password: string },
  from: AdminTry,
): Promise<AdminToken> {
  const { config, db, clock } = context;
  if (config.ADMIN_PASSWORD !== undefined) {
    throw createValidationError('The password is set by ADMIN_PASSWORD; change it there', 422);
  }
  ensureOtherPassword(input);
  ensureStrongPassword(ADMIN_PASSWORD_RULE, input.password);
  const succeed = await countAdminTry(context, from);
  const credentials = await findAdminCredentials(db.kysely);
  if (!(await isPasswordOf(credentials?.password_hash, input.current_password))) {
    throw createInvalidCredentialsError(INVALID);
  }
  await succeed('this-try');
  const row = { password_hash: await hashPassword(input.password), updated_at: isoNow(clock) };
  await replaceAdminPassword(db.kysely, row);
  await record(context, { actor: 'service_role', action: 'update', on: 'admin_password' });
  return createAdminToken(context, (credentials?.token_generation ?? 0) + 1);
}

/** Logs neither the password nor the address of an attempt; rate limits handle attackers. */
async function record(
  { db, clock }: AuthContext,
  entry: Omit<AuditEntry, 'which' | 'now'>,
): Promise<void> {
  await recordInAuditLog(db.kysely, { ...entry, which: 'admin', now: isoNow(clock) });
}

/** `sessionId`: of a kept sign-in, with which the token ends. */
export function createAdminToken(
  context: AuthContext,
  generation: number,
  sessionId?: string,
): Promise<AdminToken> {
  return signAdminToken(context, {
    role: 'service_role',
    token_generation: generation,
    ...(sessionId && { admin_session: sessionId }),
  });
}

export async function signAdminToken(
  { accessTokens }: AuthContext,
  claims: Record<string, unknown>,
): Promise<AdminToken> {
  const lifeS = AUTH_LIMITS.adminTokenLifeS;
  const { token, expiresAt } = await accessTokens.sign(claims, lifeS);
  return { access_token: token, token_type: 'bearer', expires_in: lifeS, expires_at: expiresAt };
}
