import { randomBytes } from 'node:crypto';
import type { AdminToken } from '#contract/calls/auth.ts';
import type { AuditActor } from '#contract/constants/audit.ts';
import type { Executor } from '#db/schema/database.ts';
import { type AuditEntry, recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isCommonPassword } from '../accounts/common-passwords.ts';
import {
  ensureStrongPassword,
  hashPassword,
  isPasswordOf,
  type RequestOrigin,
} from '../accounts/passwords.ts';
import { createInvalidCredentialsError, createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { countAdminAttempt } from '../sessions/password-attempts.usecases.ts';
import {
  findAdminCredentials,
  insertAdminCredentials,
  replaceAdminPassword,
} from './admin-credentials.repository.ts';
import { createAdminToken } from './admin-token.ts';
import { ensureOtherPassword } from './admins.errors.ts';

const INVALID = 'Invalid password';
/** For the shared password and the admins' own passwords. */
export const ADMIN_PASSWORD_RULE = { AUTH_PASSWORD_LENGTH: 10 };

/**
 * Stores the configured admin password or, at the first start, a generated one. A changed password invalidates all
 * earlier tokens. Returns a generated password, which the caller prints: only its hash is stored.
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
  const password = given ?? generatePassword();
  const row = { password_hash: await hashPassword(password), updated_at: isoNow(clock) };
  if (known) {
    await db.transaction(async (trx) => {
      // False if another worker or machine was faster.
      if (!(await replaceAdminPassword(trx, row, known.token_generation))) return;
      await recordPasswordChange(trx, 'operator', row.updated_at);
    });
    return undefined;
  }
  const isMine = await insertAdminCredentials(db.kysely, row);
  return isMine && given === undefined ? password : undefined;
}

/** A common ADMIN_PASSWORD is accepted; the caller logs a warning. */
export function isAdminPasswordCommon({ config }: Pick<ServerDeps, 'config'>): boolean {
  return config.ADMIN_PASSWORD !== undefined && isCommonPassword(config.ADMIN_PASSWORD);
}

const generatePassword = () => randomBytes(15).toString('base64url');

/** Replaces a lost shared password and signs out everyone who used it. The caller prints the new one. */
export async function resetAdminPassword(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
): Promise<string> {
  const { config, db, clock } = deps;
  if (config.ADMIN_PASSWORD !== undefined) {
    throw new Error('The password is set by ADMIN_PASSWORD; change it there and start again.');
  }
  const password = generatePassword();
  const row = { password_hash: await hashPassword(password), updated_at: isoNow(clock) };
  await db.transaction(async (trx) => {
    if (await insertAdminCredentials(trx, row)) return;
    await replaceAdminPassword(trx, row);
    await recordPasswordChange(trx, 'operator', row.updated_at);
  });
  return password;
}

export async function signInAdmin(
  context: AuthContext,
  password: string,
  from: RequestOrigin,
): Promise<{ token: AdminToken; generation: number }> {
  const succeed = await countAdminAttempt(context, from);
  const credentials = await findAdminCredentials(context.db.kysely);
  const isMatch = await isPasswordOf(credentials?.password_hash, password, from);
  // A failure on a known device is more likely a typo than an attack.
  const after = { known_device: from.knownDevice !== undefined };
  if (!credentials || !isMatch) {
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
  return { token: await createAdminToken(context, { generation }), generation };
}

export async function changeAdminPassword(
  context: AuthContext,
  input: { current_password: string; password: string },
  from: RequestOrigin,
): Promise<AdminToken> {
  const { config, db, clock } = context;
  if (config.ADMIN_PASSWORD !== undefined) {
    throw createValidationError('The password is set by ADMIN_PASSWORD; change it there', 422);
  }
  ensureOtherPassword(input);
  ensureStrongPassword(ADMIN_PASSWORD_RULE, input.password);
  const succeed = await countAdminAttempt(context, from);
  const credentials = await findAdminCredentials(db.kysely);
  const isMatch = await isPasswordOf(credentials?.password_hash, input.current_password);
  if (!credentials || !isMatch) throw createInvalidCredentialsError(INVALID);
  await succeed('this-try');
  const row = { password_hash: await hashPassword(input.password), updated_at: isoNow(clock) };
  const { token_generation: generation } = credentials;
  await db.transaction(async (trx) => {
    // False if it was changed since it was checked.
    if (!(await replaceAdminPassword(trx, row, generation))) {
      throw createInvalidCredentialsError(INVALID);
    }
    await recordPasswordChange(trx, 'service_role', row.updated_at);
  });
  return createAdminToken(context, { generation: generation + 1 });
}

const recordPasswordChange = (
  trx: Executor,
  actor: AuditActor & ('service_role' | 'operator'),
  now: string,
): Promise<void> =>
  recordInAuditLog(trx, { actor, action: 'update', on: 'admin_password', which: 'admin', now });

/** Logs neither passwords nor network addresses. */
async function record(
  { db, clock }: AuthContext,
  entry: Omit<AuditEntry, 'which' | 'now'>,
): Promise<void> {
  await recordInAuditLog(db.kysely, { ...entry, which: 'admin', now: isoNow(clock) });
}
