import { randomBytes } from 'node:crypto';
import { type AdminToken, AUTH_LIMITS } from '#contract/calls/auth.ts';
import { type AuditEntry, recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isCommonPassword } from '#server/identity/accounts/common-passwords.ts';
import {
  ensureStrongPassword,
  hashPassword,
  isPasswordOf,
} from '#server/identity/accounts/passwords.ts';
import {
  findAdminCredentials,
  insertAdminCredentials,
  replaceAdminPassword,
} from '#server/identity/admin-credentials.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createValidationError } from '#server/identity/wire/auth.errors.ts';
import { countAdminTry } from './password-tries.usecases.ts';
import { createInvalidCredentialsError } from './sign-in.errors.ts';

const INVALID = 'Invalid password';
const ADMIN_RULE = { AUTH_PASSWORD_LENGTH: 10 };

/**
 * Makes the admin's password at the first start, or takes the one of the settings; a new one ends every
 * token given out before. Answers the made one, to be printed once: only its hash is kept.
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

/** The settings give the owner's own word, which is taken; but one that is guessed first is said to be so. */
export function isAdminPasswordCommon({ config }: Pick<ServerDeps, 'config'>): boolean {
  return config.ADMIN_PASSWORD !== undefined && isCommonPassword(config.ADMIN_PASSWORD);
}

const createPassword = () => randomBytes(15).toString('base64url');

/** For whoever has lost it: a new one, to be printed once. Every open admin area locks. */
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
  from: { address: string; knownDevice: string | undefined },
): Promise<AdminToken> {
  const succeed = await countAdminTry(context, from);
  const credentials = await findAdminCredentials(context.db.kysely);
  const isRight = await isPasswordOf(credentials?.password_hash, password);
  // On a device that was let in before it was more likely her own mistake than a stranger's guess.
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
  await succeed();
  await record(context, { actor: 'service_role', action: 'enter', on: 'admin_area', after });
  return createAdminToken(context, credentials.token_generation);
}

export async function changeAdminPassword(
  context: AuthContext,
  input: { current_password: string; password: string },
): Promise<AdminToken> {
  const { config, db, clock } = context;
  if (config.ADMIN_PASSWORD !== undefined) {
    throw createValidationError('The password is set by ADMIN_PASSWORD; change it there', 422);
  }
  const credentials = await findAdminCredentials(db.kysely);
  if (!(await isPasswordOf(credentials?.password_hash, input.current_password))) {
    throw createInvalidCredentialsError(INVALID);
  }
  ensureStrongPassword(ADMIN_RULE, input.password);
  const row = { password_hash: await hashPassword(input.password), updated_at: isoNow(clock) };
  await replaceAdminPassword(db.kysely, row);
  await record(context, { actor: 'service_role', action: 'update', on: 'admin_password' });
  return createAdminToken(context, (credentials?.token_generation ?? 0) + 1);
}

/** Neither the password nor where it was tried from: who guesses is slowed down by her address, and not kept. */
async function record(
  { db, clock }: AuthContext,
  entry: Omit<AuditEntry, 'which' | 'now'>,
): Promise<void> {
  await recordInAuditLog(db.kysely, { ...entry, which: 'admin', now: isoNow(clock) });
}

async function createAdminToken(context: AuthContext, generation: number): Promise<AdminToken> {
  const lifeS = AUTH_LIMITS.adminTokenLifeS;
  const claims = { role: 'service_role', token_generation: generation };
  const { token, expiresAt } = await context.accessTokens.sign(claims, lifeS);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: lifeS,
    expires_at: expiresAt,
  };
}
