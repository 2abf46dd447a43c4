import type { AuthSession, AuthUser, SignUpInput } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import type { JsonObject } from '#contract/rows/define-table.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { withMinimumDuration } from '#server/core/minimum-duration.ts';
import {
  extractSignUpConsent,
  recordSignUpConsent,
} from '#server/modules/privacy/consents.usecases.ts';
import {
  createAuthError,
  createEmailProviderDisabledError,
  createRefusal,
  createValidationError,
} from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { claimMailSlot, countMail, recordMail } from '../mails/mail-slots.usecases.ts';
import { prepareMail, sendKnownAddressMail, sendMails } from '../mails/prepare-mail.usecases.ts';
import { createSessionResponse, openSession } from '../sessions/session-response.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import { type Challenge, readChallenge } from '../tokens/pkce.ts';
import { findUserByEmail, insertUser } from './accounts.repository.ts';
import { parseEmailAddress } from './email-address.ts';
import { mergeUserMetadata } from './metadata.ts';
import { createUserRow } from './new-user.ts';
import { ensureStrongPassword, hashPassword } from './passwords.ts';
import { toAuthUser, toObfuscatedUser, toUnconfirmedUser } from './user-view.ts';

interface CheckedSignUp {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly data: JsonObject;
  /** Answer to the play log consent; undefined if it was not asked. */
  readonly agrees: boolean | undefined;
  readonly challenge: Challenge | undefined;
  readonly redirectTo: string;
}

export async function signUp(
  context: AuthContext,
  input: SignUpInput,
  redirectTo: string,
): Promise<AuthSession | AuthUser> {
  const { config } = context;
  const { switches } = await context.settings.read();
  if (input.email === '' && input.phone === '') {
    throw createRefusal('anonymousProviderDisabled');
  }
  if (!switches.sign_up) throw createRefusal('signupDisabled');
  if (input.password === '') throw createValidationError('Signup requires a valid password');
  ensureStrongPassword(config, input.password);
  const challenge = readChallenge(input);
  if (input.email !== '' && input.phone !== '') {
    throw createValidationError(
      'Only an email address or phone number should be provided on signup.',
    );
  }
  if (input.email === '') throw createRefusal('phoneProviderDisabled');
  if (!config.AUTH_EMAIL) throw createEmailProviderDisabledError(400, 'Email signups are disabled');
  const email = parseEmailAddress(input.email);
  const { data: given, agrees } = extractSignUpConsent(input.data, { startsOn: switches.play_log });
  const data = mergeUserMetadata({}, given);
  // Hashes before the lookup, so that the time does not reveal whether an account exists.
  const passwordHash = await hashPassword(input.password, { network: context.network });
  const checked = { email, passwordHash, data, agrees, challenge, redirectTo };
  const register = switches.email_confirmation ? signUpByMail : signUpAtOnce;
  return withMinimumDuration<AuthSession | AuthUser>(() => register(context, checked));
}

async function signUpAtOnce(context: AuthContext, checked: CheckedSignUp): Promise<AuthSession> {
  const signedIn = await context.db.transaction(async (trx) => {
    const row = createUserRow({ ...checked, isConfirmed: true }, isoNow(context.clock));
    const user = await insertOwnAccount(trx, row, checked.agrees);
    if (!user) {
      throw createAuthError(422, AUTH_ERROR.userAlreadyExists, 'User already registered');
    }
    return openSession(context, trx, user, 'password');
  });
  return createSessionResponse(context, signedIn);
}

async function signUpByMail(context: AuthContext, checked: CheckedSignUp): Promise<AuthUser> {
  const { AUTH_TELL_ACCOUNTS: revealsAccounts } = context.config;
  const { email, data } = checked;
  const registered = await context.db.transaction(async (trx) => {
    // GoTrue limits only unconfirmed addresses, which reveals that an address is confirmed. Limits every address alike
    // unless responses may reveal accounts.
    const known = revealsAccounts ? await findUserByEmail(trx, email) : undefined;
    if (!known?.email_confirmed_at) await claimMailSlot(context, trx, 'signup', email);
    const unconfirmed = await registerUnconfirmed(context, trx, checked);
    if (!unconfirmed) await countMail(context, trx);
    return unconfirmed;
  });
  const now = isoNow(context.clock);
  if (registered) await sendMails(context, [registered.mail]);
  else if (!revealsAccounts) await sendKnownAddressMail(context, email, 'signup');
  if (revealsAccounts) {
    return registered
      ? toAuthUser({ ...registered.user, user_metadata: data, identity_data: data })
      : toObfuscatedUser(email, data, now);
  }
  // Built only from the request, with a fake id that is stable per address, so that it does not reveal whether the
  // address has an account.
  return toUnconfirmedUser(context.keys.fakeUserIds, { email, data }, now);
}

/** Creates the account and records the answer to the consent; undefined if the address is taken. */
export async function insertOwnAccount(
  trx: Executor,
  row: ReturnType<typeof createUserRow>,
  agrees: boolean | undefined,
): Promise<UserRow | undefined> {
  const user = await insertUser(trx, row);
  if (user && agrees !== undefined) {
    await recordSignUpConsent(trx, { userId: user.id, granted: agrees, now: user.created_at });
  }
  return user;
}

/** Undefined for a confirmed address. Also used by magic links. */
export async function registerUnconfirmed(
  context: AuthContext,
  trx: Executor,
  checked: CheckedSignUp,
) {
  const now = isoNow(context.clock);
  // The link applies the data stored with its mail. The password in the row gives no access: it only decides
  // whether a sign-in reports "not confirmed" or "invalid".
  const row = createUserRow({ ...checked, data: {}, isConfirmed: false }, now);
  const known = (await insertUser(trx, row)) ?? (await findUserByEmail(trx, checked.email));
  if (!known || known.email_confirmed_at !== null) return undefined;
  const user = await recordMail(context, trx, known, 'signup');
  const { redirectTo, challenge } = checked;
  const options = { user, kind: 'signup', redirectTo, challenge, signUpData: checked } as const;
  return { user, mail: await prepareMail(context, trx, options) };
}
