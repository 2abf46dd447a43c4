import type { z } from 'zod';
import type { OtpInput, recoverSchema, resendSchema } from '#contract/calls/auth.ts';
import type { Switches } from '#contract/rows/settings.ts';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { isoNow } from '#server/core/clock.ts';
import { inSteadyTime } from '#server/core/steady-time.ts';
import { parseEmailAddress } from '#server/identity/accounts/email-address.ts';
import { createUserRow } from '#server/identity/accounts/new-user.ts';
import { mergeUserMetadata } from '#server/identity/accounts/user-metadata.ts';
import { findUserByEmail } from '#server/identity/accounts/users.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import type { UserRow } from '#server/identity/sessions/sessions.repository.ts';
import {
  createAuthError,
  createPhoneProviderDisabledError,
  createValidationError,
} from '#server/identity/wire/auth.errors.ts';
import { type Challenge, readChallenge } from '#server/identity/wire/pkce.ts';
import {
  type PlannedChange,
  planAddressChange,
  sendChangeMails,
} from '#server/modules/auth-mails/email-change.usecases.ts';
import { claimMailSlot, noteMail } from '#server/modules/auth-mails/mail-slots.usecases.ts';
import {
  type PlannedMail,
  planMail,
  sendMails,
} from '#server/modules/auth-mails/plan-mail.usecases.ts';
import { takeSignUpAnswer } from '#server/modules/privacy/consents.usecases.ts';
import { createEmailProviderDisabledError, createSignupDisabledError } from './sign-in.errors.ts';
import { insertOwnAccount, registerUnconfirmed } from './sign-up.usecases.ts';

type ResendInput = z.output<typeof resendSchema>;
type RecoverInput = z.output<typeof recoverSchema>;

interface LinkRequest {
  readonly email: string;
  readonly challenge: Challenge | undefined;
  readonly redirectTo: string;
}

/** `/otp`: a link and a code that sign in, or sign up whoever is new. */
export async function sendMagicLink(
  context: AuthContext,
  input: OtpInput,
  redirectTo: string,
): Promise<void> {
  const { switches } = await context.settings.read();
  if (input.email === '' && input.phone === '') {
    throw createValidationError('One of email or phone must be set');
  }
  if (input.email !== '' && input.phone !== '') {
    throw createValidationError('Only an email address or phone number should be provided');
  }
  if (input.email === '') throw createPhoneProviderDisabledError();
  const challenge = readChallenge(input);
  const email = parseEmailAddress(input.email);
  if (!context.config.AUTH_EMAIL || !switches.magic_link) {
    throw createEmailProviderDisabledError(422, 'Email logins are disabled');
  }
  const said = takeSignUpAnswer(input.data, { startsOn: switches.play_log });
  const data = mergeUserMetadata({}, said.data);
  const request = { email, challenge, redirectTo };
  const newcomer = { data, agrees: said.agrees, isWelcome: input.create_user ?? true };
  await inSteadyTime(() => mailMagicLink(context, switches, request, newcomer));
}

async function mailMagicLink(
  context: AuthContext,
  switches: Switches,
  request: LinkRequest,
  newcomer: { data: Record<string, unknown>; agrees: boolean | undefined; isWelcome: boolean },
): Promise<void> {
  const { AUTH_TELL_ACCOUNTS: tells } = context.config;
  const mail = await context.db.transaction(async (trx) => {
    await claimMailSlot(context, trx, 'magiclink', request.email);
    let user = await findUserByEmail(trx, request.email);
    if (!user && !tells && !(newcomer.isWelcome && switches.sign_up)) return undefined;
    if (!user && !newcomer.isWelcome) {
      throw createAuthError(422, AUTH_ERROR.otpDisabled, 'Signups not allowed for otp');
    }
    if (!user && !switches.sign_up) throw createSignupDisabledError();
    const person = { ...request, passwordHash: null, data: newcomer.data, agrees: newcomer.agrees };
    if (!user && !switches.email_confirmation) {
      const row = createUserRow({ ...person, isConfirmed: true }, isoNow(context.clock));
      user =
        (await insertOwnAccount(trx, row, newcomer.agrees)) ??
        (await findUserByEmail(trx, request.email));
    }
    if (user && user.email_confirmed_at !== null) {
      return planLink(context, trx, { ...request, user, kind: 'magiclink' });
    }
    const registration = await registerUnconfirmed(context, trx, person);
    return registration.kind === 'mailed' ? registration.mail : undefined;
  });
  if (mail) await sendMails(context, [mail]);
}

/** `/recover`: the same answer at the same time whether there is such a person or not. */
export async function sendRecovery(
  context: AuthContext,
  input: RecoverInput,
  redirectTo: string,
): Promise<void> {
  if (input.email === '') throw createValidationError('Password recovery requires an email');
  const challenge = readChallenge(input);
  const email = parseEmailAddress(input.email);
  await inSteadyTime(async () => {
    const mail = await context.db.transaction(async (trx) => {
      await claimMailSlot(context, trx, 'recovery', email);
      const user = await findUserByEmail(trx, email);
      if (!user) return undefined;
      return planLink(context, trx, { email, challenge, redirectTo, user, kind: 'recovery' });
    });
    if (mail) await sendMails(context, [mail]);
  });
}

type Transaction = Parameters<typeof findUserByEmail>[0];

async function planLink(
  context: AuthContext,
  trx: Transaction,
  request: LinkRequest & { user: UserRow; kind: 'magiclink' | 'recovery' },
): Promise<PlannedMail> {
  const { kind, challenge, redirectTo } = request;
  const user = await noteMail(context, trx, request.user, kind);
  return planMail(context, trx, { user, kind, redirectTo, challenge });
}

const RESEND_TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/** `/resend`: the mail that is still open, once more. */
export async function resendMail(
  context: AuthContext,
  input: ResendInput,
  redirectTo: string,
): Promise<void> {
  const { type } = input;
  if (!RESEND_TYPES.includes(type)) {
    throw createValidationError(`Missing one of these types: ${RESEND_TYPES.join(', ')}`);
  }
  if (input.email !== '' && input.phone !== '') {
    throw createValidationError('Only an email address or phone number should be provided.');
  }
  if (type === 'sms' || type === 'phone_change') {
    throw input.phone === ''
      ? createValidationError('Type provided requires a phone number')
      : createPhoneProviderDisabledError();
  }
  if (input.email === '') {
    throw createValidationError('Type provided requires an email address');
  }
  const email = parseEmailAddress(input.email);
  const challenge = readChallenge(input);
  const request = { email, challenge, redirectTo };
  await inSteadyTime(async () => {
    const planned = await context.db.transaction((trx) =>
      type === 'signup'
        ? planConfirmationAgain(context, trx, request)
        : planChangeAgain(context, trx, request),
    );
    await sendChangeMails(context, planned);
  });
}

async function planConfirmationAgain(
  context: AuthContext,
  trx: Transaction,
  { email, challenge, redirectTo }: LinkRequest,
): Promise<Pick<PlannedChange, 'mails' | 'knownAddress'>> {
  await claimMailSlot(context, trx, 'signup', email);
  const known = await findUserByEmail(trx, email);
  if (!known || known.email_confirmed_at !== null) return { mails: [] };
  const user = await noteMail(context, trx, known, 'signup');
  const mails = [await planMail(context, trx, { user, kind: 'signup', redirectTo, challenge })];
  return { mails };
}

async function planChangeAgain(
  context: AuthContext,
  trx: Transaction,
  { email, challenge, redirectTo }: LinkRequest,
): Promise<Pick<PlannedChange, 'mails' | 'knownAddress'>> {
  const user = await findUserByEmail(trx, email);
  if (!user?.email_change) {
    await claimMailSlot(context, trx, 'email_change', email);
    return { mails: [] };
  }
  const change = { user, newEmail: user.email_change, challenge, redirectTo };
  return planAddressChange(context, trx, change);
}

/** `/reauthenticate`: a code, without a link, that says "it is still me". */
export async function sendReauthenticationCode(context: AuthContext, user: UserRow): Promise<void> {
  if (user.email_confirmed_at === null) {
    throw createAuthError(422, AUTH_ERROR.emailNotConfirmed, 'Please verify your email first.');
  }
  const mail = await context.db.transaction(async (trx) => {
    await claimMailSlot(context, trx, 'reauthentication', user.email);
    const claimed = await noteMail(context, trx, user, 'reauthentication');
    return planMail(context, trx, {
      user: claimed,
      kind: 'reauthentication',
      redirectTo: context.config.SITE_URL,
    });
  });
  await sendMails(context, [mail]);
}
