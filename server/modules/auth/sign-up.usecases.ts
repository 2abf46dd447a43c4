import type { Kysely } from 'kysely';
import type { AuthSession, AuthUser, SignUpInput } from '#contract/calls/auth.ts';
import type { Switches } from '#contract/rows/settings.ts';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { inSteadyTime } from '#server/core/steady-time.ts';
import { parseEmailAddress } from '#server/identity/accounts/email-address.ts';
import { createUserRow } from '#server/identity/accounts/new-user.ts';
import { ensureStrongPassword, hashPassword } from '#server/identity/accounts/passwords.ts';
import { mergeUserMetadata } from '#server/identity/accounts/user-metadata.ts';
import {
  toAuthUser,
  toObfuscatedUser,
  toUnconfirmedUser,
} from '#server/identity/accounts/user-view.ts';
import { findUserByEmail, insertUser } from '#server/identity/accounts/users.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import {
  createSessionAnswer,
  openSession,
  type SignedIn,
} from '#server/identity/sessions/session-answer.ts';
import type { UserRow } from '#server/identity/sessions/sessions.repository.ts';
import {
  createAuthError,
  createPhoneProviderDisabledError,
  createValidationError,
} from '#server/identity/wire/auth.errors.ts';
import { type Challenge, readChallenge } from '#server/identity/wire/pkce.ts';
import { sendKnownAddressMail } from '#server/modules/auth-mails/known-address.usecases.ts';
import {
  claimMailSlot,
  countMail,
  noteMail,
} from '#server/modules/auth-mails/mail-slots.usecases.ts';
import {
  type PlannedMail,
  planMail,
  sendMails,
} from '#server/modules/auth-mails/plan-mail.usecases.ts';
import {
  recordLaterRefusal,
  recordSignUpConsent,
  takeSignUpAnswer,
} from '#server/modules/privacy/consents.usecases.ts';
import { createEmailProviderDisabledError, createSignupDisabledError } from './sign-in.errors.ts';

interface CheckedSignUp {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly data: Record<string, unknown>;
  /** Her answer about the play log; undefined when she was not asked. */
  readonly agrees: boolean | undefined;
  readonly challenge: Challenge | undefined;
  readonly redirectTo: string;
}

export async function signUp(
  context: AuthContext,
  input: SignUpInput,
  redirectTo: string,
): Promise<AuthSession | AuthUser> {
  const { switches } = await context.settings.read();
  ensureSignUpOpen(switches, input);
  if (input.password === '') throw createValidationError('Signup requires a valid password');
  ensureStrongPassword(context.config, input.password);
  const challenge = readChallenge(input);
  const email = readSignUpAddress(context, input);
  const said = takeSignUpAnswer(input.data, { startsOn: switches.play_log });
  const data = mergeUserMetadata({}, said.data);
  // Before it is known whether there is such a person: her answer must not come sooner.
  const passwordHash = await hashPassword(input.password);
  const checked = { email, passwordHash, data, agrees: said.agrees, challenge, redirectTo };
  return inSteadyTime(() => register(context, switches, checked));
}

function ensureSignUpOpen(switches: Switches, input: { email: string; phone: string }): void {
  if (input.email === '' && input.phone === '') {
    throw createAuthError(
      422,
      AUTH_ERROR.anonymousProviderDisabled,
      'Anonymous sign-ins are disabled',
    );
  }
  if (!switches.sign_up) throw createSignupDisabledError();
}

function readSignUpAddress(context: AuthContext, input: SignUpInput): string {
  if (input.email !== '' && input.phone !== '') {
    throw createValidationError(
      'Only an email address or phone number should be provided on signup.',
    );
  }
  if (input.email === '') throw createPhoneProviderDisabledError();
  if (!context.config.AUTH_EMAIL) {
    throw createEmailProviderDisabledError(400, 'Email signups are disabled');
  }
  return parseEmailAddress(input.email);
}

type Registration =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn }
  | { readonly kind: 'mailed'; readonly user: UserRow; readonly mail: PlannedMail }
  | { readonly kind: 'known' };

async function register(
  context: AuthContext,
  switches: Switches,
  checked: CheckedSignUp,
): Promise<AuthSession | AuthUser> {
  const done = await context.db.transaction(
    (trx): Promise<Registration> =>
      switches.email_confirmation
        ? registerByMail(context, trx, checked)
        : registerConfirmed(context, trx, checked),
  );
  switch (done.kind) {
    case 'signed-in':
      return createSessionAnswer(context, done.signedIn);
    case 'mailed':
      await sendMails(context, [done.mail]);
      return context.config.AUTH_TELL_ACCOUNTS
        ? toAuthUser(done.user)
        : toAwaitedUser(context, checked);
    case 'known':
      if (context.config.AUTH_TELL_ACCOUNTS) {
        return toObfuscatedUser(checked.email, checked.data, isoNow(context.clock));
      }
      await sendKnownAddressMail(context, checked.email, 'signup');
      return toAwaitedUser(context, checked);
  }
}

/**
 * The answer to a sign-up that waits for a mail: made of what was sent, whether the account is new, waits
 * already or is somebody's. Its id is a stand-in, always the same for an address.
 */
function toAwaitedUser({ clock, keys }: AuthContext, { email, data }: CheckedSignUp): AuthUser {
  return toUnconfirmedUser(keys.standIns, { email, data }, isoNow(clock));
}

async function registerByMail(
  context: AuthContext,
  trx: Kysely<Database>,
  checked: CheckedSignUp,
): Promise<Registration> {
  // GoTrue asks a confirmed address to wait for nothing, which tells it from the others.
  if (!context.config.AUTH_TELL_ACCOUNTS)
    await claimMailSlot(context, trx, 'signup', checked.email);
  const registration = await registerUnconfirmed(context, trx, checked);
  if (registration.kind === 'known') await countMail(context, trx);
  else if (context.config.AUTH_TELL_ACCOUNTS) {
    await claimMailSlot(context, trx, 'signup', checked.email);
  }
  return registration;
}

async function registerConfirmed(
  context: AuthContext,
  trx: Kysely<Database>,
  checked: CheckedSignUp,
): Promise<Registration> {
  const row = createUserRow({ ...checked, isConfirmed: true }, isoNow(context.clock));
  const user = await insertOwnAccount(trx, row, checked.agrees);
  if (!user) {
    throw createAuthError(422, AUTH_ERROR.userAlreadyExists, 'User already registered');
  }
  return { kind: 'signed-in', signedIn: await openSession(context, trx, user, 'password') };
}

/** Who makes her account herself has seen, before the button, how the switch of the play log stands. */
export async function insertOwnAccount(
  trx: Kysely<Database>,
  row: ReturnType<typeof createUserRow>,
  agrees: boolean | undefined,
): Promise<UserRow | undefined> {
  const user = await insertUser(trx, row);
  if (user && agrees !== undefined) {
    await recordSignUpConsent(trx, { userId: user.id, granted: agrees, now: user.created_at });
  }
  return user;
}

/** Also the way a magic link takes for an address that is new or was never confirmed. */
export async function registerUnconfirmed(
  context: AuthContext,
  trx: Kysely<Database>,
  checked: CheckedSignUp,
): Promise<Registration> {
  const now = isoNow(context.clock);
  const row = createUserRow({ ...checked, isConfirmed: false }, now);
  // Whoever asks again does not change the password: nobody knows yet whose address it is.
  const made = await insertOwnAccount(trx, row, checked.agrees);
  const known = made ?? (await findUserByEmail(trx, checked.email));
  if (!known || known.email_confirmed_at !== null) return { kind: 'known' };
  if (!made && checked.agrees === false) {
    await recordLaterRefusal(trx, context.db.sql, { userId: known.id, now });
  }
  const user = await noteMail(context, trx, known, 'signup');
  const { redirectTo, challenge } = checked;
  const mail = await planMail(context, trx, { user, kind: 'signup', redirectTo, challenge });
  return { kind: 'mailed', user, mail };
}
