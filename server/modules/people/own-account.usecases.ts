import type { AuthUser, UserUpdateInput } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { toJson } from '#db/codecs.ts';
import type { Executor } from '#db/schema/database.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { DAY_MS, isoNow } from '#server/core/clock.ts';
import { updateUser } from '#server/modules/auth/accounts/accounts.repository.ts';
import { parseEmailAddress } from '#server/modules/auth/accounts/email-address.ts';
import { mergeUserMetadata } from '#server/modules/auth/accounts/metadata.ts';
import {
  ensureStrongPassword,
  hashPassword,
  isPasswordOf,
} from '#server/modules/auth/accounts/passwords.ts';
import { toAuthUser } from '#server/modules/auth/accounts/user-view.ts';
import type { Caller } from '#server/modules/auth/actor-from-request.ts';
import {
  createAuthError,
  createRefusal,
  createUserNotFoundError,
} from '#server/modules/auth/auth.errors.ts';
import type { AuthContext } from '#server/modules/auth/auth-context.ts';
import {
  claimChangeMails,
  type PlannedChange,
  planAddressChange,
  sendChangeMails,
} from '#server/modules/auth/mails/email-change.usecases.ts';
import { isReauthenticationCode } from '#server/modules/auth/mails/verify.usecases.ts';
import {
  countPasswordAttempt,
  type OnSuccess,
} from '#server/modules/auth/sessions/password-attempts.usecases.ts';
import {
  createSessions,
  type SessionRow,
  type UserRow,
} from '#server/modules/auth/sessions/sessions.repository.ts';
import { deleteOtherFlows } from '#server/modules/auth/tokens/flow-states.repository.ts';
import { clearTokensOf } from '#server/modules/auth/tokens/one-time-tokens.repository.ts';
import { readChallenge } from '#server/modules/auth/tokens/pkce.ts';

export async function updateAccount(
  context: AuthContext,
  caller: Caller,
  input: UserUpdateInput,
  redirectTo: string,
): Promise<AuthUser> {
  const { user } = caller;
  if (input.phone !== '') throw createRefusal('phoneProviderDisabled');
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
  const { passwordHash, succeed } = await checkNewPassword(context, caller, input);
  const planned = await context.db.transaction(async (trx): Promise<PlannedChange> => {
    if (newEmail !== undefined) {
      await claimChangeMails(context, trx, { email: user.email, newEmail });
    }
    const current = await lockCaller(context, trx, caller);
    if (passwordHash !== undefined) await endOtherAccess(context, trx, caller);
    const changed = await updateUser(trx, user.id, {
      updated_at: isoNow(context.clock),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(input.data === undefined
        ? {}
        : { user_metadata: toJson(mergeUserMetadata(current.user_metadata, input.data)) }),
    });
    if (newEmail === undefined) return { user: changed, mails: [] };
    return planAddressChange(context, trx, { user: changed, newEmail, challenge, redirectTo });
  });
  await succeed?.();
  await sendChangeMails(context, planned);
  return toAuthUser(planned.user);
}

/** Checks and hashes the new password, outside the transaction because hashing is slow. */
async function checkNewPassword(
  context: AuthContext,
  caller: Caller,
  input: UserUpdateInput,
): Promise<{ passwordHash?: string; succeed?: OnSuccess }> {
  if (input.password === undefined) return {};
  await ensureReauthenticated(context, caller, input.nonce);
  const { email, password_hash: current } = caller.user;
  // Only a completed change refunds the attempt, because the error "different from the old password" confirms a guess.
  // The session serves as the known device.
  const succeed = await countPasswordAttempt(context, { email, knownDevice: caller.session?.id });
  const origin = { network: context.network };
  await ensureCurrentPassword(context, caller, input.current_password);
  if (current !== null && (await isPasswordOf(current, input.password, origin))) {
    throw createRefusal('samePassword');
  }
  return { passwordHash: await hashPassword(input.password, origin), succeed };
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
    throw createRefusal('reauthenticationNeeded');
  }
  if (!(await isReauthenticationCode(context, user, nonce))) {
    throw createRefusal('reauthenticationNotValid');
  }
}

async function ensureCurrentPassword(
  context: AuthContext,
  { user, session }: Caller,
  currentPassword: string | undefined,
): Promise<void> {
  if (!context.config.AUTH_CURRENT_PASSWORD || user.password_hash === null) return;
  if (startedByMail(session)) return;
  if (currentPassword === undefined) {
    throw createRefusal('currentPasswordRequired');
  }
  const origin = { network: context.network };
  if (!(await isPasswordOf(user.password_hash, currentPassword, origin))) {
    throw createRefusal('currentPasswordInvalid');
  }
}

/** A session from a recovery mail, for example, may set a password without the old one; a handed-over one may not. */
function startedByMail(session: SessionRow | null): boolean {
  return session !== null && !/"(password|hand_over)"/.test(JSON.stringify(session.amr));
}

/** While this password was hashed, another session may have changed the password and ended this session. */
async function lockCaller(
  { clock, db }: AuthContext,
  trx: Executor,
  { user, session }: Caller,
): Promise<UserRow> {
  const current = await lockUser(trx, db.sql, user.id);
  const isEnded = session && !(await createSessions(trx, clock).find(session.id));
  if (isEnded) throw createRefusal('sessionNotFound');
  if (!current) throw createUserNotFoundError();
  return current;
}

/** Ends other sessions and deletes pending links and codes, because others may know the old password. */
async function endOtherAccess(
  { clock }: AuthContext,
  trx: Executor,
  { user, session }: Caller,
): Promise<void> {
  const sessions = createSessions(trx, clock);
  await (session ? sessions.endOthersOf(user.id, session.id) : sessions.endAllOf(user.id));
  await clearTokensOf(trx, user.id);
  await deleteOtherFlows(trx, user.id, null);
}
