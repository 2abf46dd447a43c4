import type { Kysely } from 'kysely';
import type { AuthSession, AuthUser, SignUpInput } from '#contract/auth.ts';
import { AUTH_ERROR } from '#contract/error-codes.ts';
import type { Switches } from '#contract/settings.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { recordSignUpConsent } from '#server/modules/consents/consents.usecases.ts';
import {
  createAuthError,
  createEmailProviderDisabledError,
  createPhoneProviderDisabledError,
  createSignupDisabledError,
  createValidationError,
} from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { type PlannedMail, planMail, sendMails } from './auth-mails.ts';
import { parseEmailAddress } from './email-address.ts';
import { insertFlowState } from './flow-states.repository.ts';
import { claimMailSlot } from './mail-slots.ts';
import { createUserRow } from './new-user.ts';
import { ensureStrongPassword, hashPassword } from './passwords.ts';
import { type Challenge, readChallenge } from './pkce.ts';
import { createSessionAnswer, openSession, type SignedIn } from './session-answer.ts';
import type { UserRow } from './sessions.ts';
import { inSteadyTime } from './steady-time.ts';
import { mergeUserMetadata } from './user-metadata.ts';
import { toAuthUser, toObfuscatedUser } from './user-view.ts';
import { findUserByEmail, insertUser } from './users.repository.ts';

interface CheckedSignUp {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly data: Record<string, unknown>;
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
  ensureStrongPassword(input.password);
  const challenge = readChallenge(input);
  const email = readSignUpAddress(context, input);
  const data = mergeUserMetadata({}, input.data ?? {});
  // Before it is known whether there is such a person: her answer must not come sooner.
  const passwordHash = await hashPassword(input.password);
  const checked = { email, passwordHash, data, challenge, redirectTo };
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
        ? registerUnconfirmed(context, trx, checked)
        : registerConfirmed(context, trx, checked),
  );
  switch (done.kind) {
    case 'signed-in':
      return createSessionAnswer(context, done.signedIn);
    case 'mailed':
      await sendMails(context, [done.mail]);
      return toAuthUser(done.user);
    case 'known':
      return toObfuscatedUser(checked.email, checked.data, isoNow(context.clock));
  }
}

async function registerConfirmed(
  context: AuthContext,
  trx: Kysely<Database>,
  checked: CheckedSignUp,
): Promise<Registration> {
  const row = createUserRow({ ...checked, isConfirmed: true }, isoNow(context.clock));
  const user = await insertOwnAccount(trx, row);
  if (!user) {
    throw createAuthError(422, AUTH_ERROR.userAlreadyExists, 'User already registered');
  }
  return { kind: 'signed-in', signedIn: await openSession(context, trx, user, 'password') };
}

/** Who makes her account herself has read, beside the button, what she agrees to by it. */
export async function insertOwnAccount(
  trx: Kysely<Database>,
  row: ReturnType<typeof createUserRow>,
): Promise<UserRow | undefined> {
  const user = await insertUser(trx, row);
  if (user) await recordSignUpConsent(trx, { userId: user.id, now: user.created_at });
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
  const known = (await insertOwnAccount(trx, row)) ?? (await findUserByEmail(trx, checked.email));
  if (!known || known.email_confirmed_at !== null) return { kind: 'known' };
  const user = await claimMailSlot(context, trx, known, 'confirmation_sent_at');
  const flowStateId = await insertFlowState(trx, {
    challenge: checked.challenge,
    userId: user.id,
    authType: 'email/signup',
    now,
  });
  const { redirectTo } = checked;
  const mail = await planMail(context, trx, { user, kind: 'signup', redirectTo, flowStateId });
  return { kind: 'mailed', user, mail };
}
