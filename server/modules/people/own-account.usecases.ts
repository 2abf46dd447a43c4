import type { Kysely } from 'kysely';
import type { AuthUser, UserUpdateInput } from '#contract/auth.ts';
import { AUTH_ERROR } from '#contract/error-codes.ts';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import {
  createAuthError,
  createEmailExistsError,
  createPhoneProviderDisabledError,
  createValidationError,
} from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { type PlannedMail, sendMails } from './auth-mails.ts';
import { countCodeTry } from './code-tries.ts';
import { parseEmailAddress } from './email-address.ts';
import { planAddressChange } from './email-change.ts';
import { clearTokensOf, findTokenByCode } from './one-time-tokens.repository.ts';
import { ensureStrongPassword, hashPassword, isPasswordOf } from './passwords.ts';
import { readChallenge } from './pkce.ts';
import { createSessions, type SessionRow, type UserRow } from './sessions.ts';
import { mergeUserMetadata } from './user-metadata.ts';
import { toAuthUser } from './user-view.ts';
import { findUserByEmail, updateUser } from './users.repository.ts';

/** Whose request it is; the session is null for a token that was signed elsewhere and names none. */
export interface Caller {
  readonly user: UserRow;
  readonly session: SessionRow | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export async function updateAccount(
  context: AuthContext,
  caller: Caller,
  input: UserUpdateInput,
  redirectTo: string,
): Promise<AuthUser> {
  const { user } = caller;
  if (input.phone !== '') throw createPhoneProviderDisabledError();
  const challenge = readChallenge(input);
  const given = input.email === '' ? user.email : parseEmailAddress(input.email);
  const newEmail = given === user.email ? undefined : given;
  if (input.password !== undefined) ensureStrongPassword(input.password);
  if (input.app_metadata) {
    throw createAuthError(
      403,
      AUTH_ERROR.notAdmin,
      'Updating app_metadata requires admin privileges',
    );
  }
  if (newEmail !== undefined && (await findUserByEmail(context.db.kysely, newEmail))) {
    throw createEmailExistsError();
  }
  const passwordHash = await checkNewPassword(context, caller, input);
  const done = await context.db.transaction(async (trx) => {
    await savePassword(context, trx, caller, passwordHash);
    const changed = await saveData(context, trx, user.id, input.data);
    if (newEmail === undefined) return { user: changed, mails: [] as PlannedMail[] };
    return planAddressChange(context, trx, { user: changed, newEmail, challenge, redirectTo });
  });
  await sendMails(context, done.mails);
  return toAuthUser(done.user);
}

/** The new hash when everything speaks for it; hashing happens before the transaction begins. */
async function checkNewPassword(
  context: AuthContext,
  caller: Caller,
  input: UserUpdateInput,
): Promise<string | undefined> {
  if (input.password === undefined) return undefined;
  await ensureReauthenticated(context, caller, input.nonce);
  await ensureCurrentPassword(context, caller, input.current_password);
  const { password_hash: current } = caller.user;
  if (current !== null && (await isPasswordOf(current, input.password))) {
    throw createAuthError(
      422,
      AUTH_ERROR.samePassword,
      'New password should be different from the old password.',
    );
  }
  return hashPassword(input.password);
}

async function ensureReauthenticated(
  context: AuthContext,
  { user, session }: Caller,
  nonce: string,
): Promise<void> {
  if (!context.config.AUTH_REAUTHENTICATION) return;
  const signedInAt = session ? Date.parse(session.created_at) : 0;
  if (context.clock.now() - signedInAt < DAY_MS) return;
  if (nonce === '') {
    throw createAuthError(
      400,
      AUTH_ERROR.reauthenticationNeeded,
      'Password update requires reauthentication',
    );
  }
  await countCodeTry(context, user.email);
  const shown = { email: user.email, code: nonce };
  const token = await findTokenByCode(context, context.db.kysely, shown, ['reauthentication']);
  if (token?.user_id !== user.id) {
    throw createAuthError(
      422,
      AUTH_ERROR.reauthenticationNotValid,
      'Nonce has expired or is invalid',
    );
  }
}

async function ensureCurrentPassword(
  context: AuthContext,
  { user, session }: Caller,
  shown: string | undefined,
): Promise<void> {
  if (!context.config.AUTH_CURRENT_PASSWORD || user.password_hash === null) return;
  if (isRecovery(session)) return;
  if (shown === undefined) {
    throw createAuthError(
      400,
      AUTH_ERROR.currentPasswordRequired,
      'Current password required when setting new password.',
    );
  }
  if (!(await isPasswordOf(user.password_hash, shown))) {
    throw createAuthError(
      400,
      AUTH_ERROR.currentPasswordInvalid,
      'Current password required when setting new password.',
    );
  }
}

/** She came by a mail: that is how one gets in who has forgotten the password. */
function isRecovery(session: SessionRow | null): boolean {
  return session !== null && !JSON.stringify(session.amr).includes('"password"');
}

/** Whoever knew the old password is out, on every device but this one; open links are void. */
async function savePassword(
  context: AuthContext,
  trx: Kysely<Database>,
  { user, session }: Caller,
  passwordHash: string | undefined,
): Promise<void> {
  if (passwordHash === undefined) return;
  const sessions = createSessions(trx, context.clock);
  await updateUser(trx, user.id, {
    password_hash: passwordHash,
    updated_at: isoNow(context.clock),
  });
  await (session ? sessions.endOthersOf(user.id, session.id) : sessions.endAllOf(user.id));
  await clearTokensOf(trx, user.id);
}

async function saveData(
  context: AuthContext,
  trx: Kysely<Database>,
  id: string,
  data: Record<string, unknown> | undefined,
): Promise<UserRow> {
  const now = { updated_at: isoNow(context.clock) };
  // This write also locks the row: two changes at once are merged one after the other.
  const user = await updateUser(trx, id, now);
  if (data === undefined) return user;
  const merged = mergeUserMetadata(user.user_metadata, data);
  return updateUser(trx, id, { ...now, user_metadata: toJson(merged) });
}

export type LogoutScope = 'global' | 'local' | 'others';

export function parseLogoutScope(text: string | null): LogoutScope {
  if (text === null || text === '') return 'global';
  if (text === 'global' || text === 'local' || text === 'others') return text;
  throw createValidationError(`Unsupported logout scope "${text.slice(0, 40)}"`);
}

export async function signOut(
  context: AuthContext,
  { user, session }: Caller,
  scope: LogoutScope,
): Promise<void> {
  const sessions = createSessions(context.db.kysely, context.clock);
  if (session === null || scope === 'global') await sessions.endAllOf(user.id);
  else if (scope === 'local') await sessions.end(session.id);
  else await sessions.endOthersOf(user.id, session.id);
}
