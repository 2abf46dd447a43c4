import type { Kysely } from 'kysely';
import type { AuthUser, UserUpdateInput } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { parseEmailAddress } from '#server/identity/accounts/email-address.ts';
import {
  ensureStrongPassword,
  hashPassword,
  isPasswordOf,
} from '#server/identity/accounts/passwords.ts';
import { mergeUserMetadata } from '#server/identity/accounts/user-metadata.ts';
import { toAuthUser } from '#server/identity/accounts/user-view.ts';
import { updateUser } from '#server/identity/accounts/users.repository.ts';
import type { Caller } from '#server/identity/actor-from-request.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import {
  createSessions,
  type SessionRow,
  type UserRow,
} from '#server/identity/sessions/sessions.repository.ts';
import {
  createAuthError,
  createPhoneProviderDisabledError,
} from '#server/identity/wire/auth.errors.ts';
import { readChallenge } from '#server/identity/wire/pkce.ts';
import {
  type PlannedChange,
  planAddressChange,
  sendChangeMails,
} from '#server/modules/auth-mails/email-change.usecases.ts';
import {
  isReauthenticationCode,
  voidMailedProofs,
} from '#server/modules/auth-mails/mailed-proofs.usecases.ts';

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
  if (input.password !== undefined) ensureStrongPassword(context.config, input.password);
  if (input.app_metadata) {
    throw createAuthError(
      403,
      AUTH_ERROR.notAdmin,
      'Updating app_metadata requires admin privileges',
    );
  }
  const passwordHash = await checkNewPassword(context, caller, input);
  const done = await context.db.transaction(async (trx): Promise<PlannedChange> => {
    await savePassword(context, trx, caller, passwordHash);
    const changed = await saveData(context, trx, user.id, input.data);
    if (newEmail === undefined) return { user: changed, mails: [] };
    return planAddressChange(context, trx, { user: changed, newEmail, challenge, redirectTo });
  });
  await sendChangeMails(context, done);
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
  if (!(await isReauthenticationCode(context, user, nonce))) {
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
  await voidMailedProofs(trx, user.id);
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
