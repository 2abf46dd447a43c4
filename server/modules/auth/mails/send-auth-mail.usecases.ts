import type { z } from 'zod';
import type { OtpInput, recoverSchema, resendSchema } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { withMinimumDuration } from '#server/core/minimum-duration.ts';
import { extractSignUpConsent } from '#server/modules/privacy/consents.usecases.ts';
import { findUserByEmail } from '../accounts/accounts.repository.ts';
import { parseEmailAddress } from '../accounts/email-address.ts';
import { mergeUserMetadata } from '../accounts/metadata.ts';
import { createUserRow } from '../accounts/new-user.ts';
import { insertOwnAccount, registerUnconfirmed } from '../accounts/sign-up.usecases.ts';
import {
  createAuthError,
  createEmailProviderDisabledError,
  createRefusal,
  createValidationError,
} from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import { findTokenOf, type SignUpData } from '../tokens/one-time-tokens.repository.ts';
import { readChallenge } from '../tokens/pkce.ts';
import {
  claimChangeMails,
  type MailsOfChange,
  planAddressChange,
  sendChangeMails,
} from './email-change.usecases.ts';
import { claimMailSlot, recordMail } from './mail-slots.usecases.ts';
import {
  type MailOptions,
  type PreparedMail,
  prepareMail,
  sendMails,
} from './prepare-mail.usecases.ts';

type ResendInput = z.output<typeof resendSchema>;
type RecoverInput = z.output<typeof recoverSchema>;

/** `/otp`: mails a link and a code that sign in, or sign up a new user. */
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
  if (input.email === '') throw createRefusal('phoneProviderDisabled');
  const challenge = readChallenge(input);
  const email = parseEmailAddress(input.email);
  if (!context.config.AUTH_EMAIL || !switches.magic_link) {
    throw createEmailProviderDisabledError(422, 'Email logins are disabled');
  }
  const { data: given, agrees } = extractSignUpConsent(input.data, { startsOn: switches.play_log });
  const data = mergeUserMetadata({}, given);
  const request = { email, challenge, redirectTo };
  const signUp = { ...request, passwordHash: null, data, agrees };
  const mayCreate = input.create_user ?? true;
  const { AUTH_TELL_ACCOUNTS: revealsAccounts } = context.config;
  await withMinimumDuration(async () => {
    const mail = await context.db.transaction(async (trx) => {
      await claimMailSlot(context, trx, 'magiclink', email);
      let user = await findUserByEmail(trx, email);
      if (!user && !revealsAccounts && !(mayCreate && switches.sign_up)) return undefined;
      if (!user && !mayCreate) {
        throw createRefusal('otpDisabled');
      }
      if (!user && !switches.sign_up) throw createRefusal('signupDisabled');
      if (!user && !switches.email_confirmation) {
        const row = createUserRow({ ...signUp, isConfirmed: true }, isoNow(context.clock));
        user = (await insertOwnAccount(trx, row, agrees)) ?? (await findUserByEmail(trx, email));
      }
      if (user && user.email_confirmed_at !== null) {
        return prepareLinkMail(context, trx, {
          ...request,
          user,
          kind: 'magiclink',
          signUpData: signUp,
        });
      }
      return (await registerUnconfirmed(context, trx, signUp))?.mail;
    });
    if (mail) await sendMails(context, [mail]);
  });
}

/** `/recover`: response and timing do not reveal whether the account exists. */
export async function sendRecovery(
  context: AuthContext,
  input: RecoverInput,
  redirectTo: string,
): Promise<void> {
  if (input.email === '') throw createValidationError('Password recovery requires an email');
  const challenge = readChallenge(input);
  const email = parseEmailAddress(input.email);
  await withMinimumDuration(async () => {
    const mail = await context.db.transaction(async (trx) => {
      await claimMailSlot(context, trx, 'recovery', email);
      const user = await findUserByEmail(trx, email);
      if (!user) return undefined;
      return prepareLinkMail(context, trx, { challenge, redirectTo, user, kind: 'recovery' });
    });
    if (mail) await sendMails(context, [mail]);
  });
}

async function prepareLinkMail(
  context: AuthContext,
  trx: Executor,
  { user: known, ...mail }: MailOptions & { kind: 'magiclink' | 'recovery' },
): Promise<PreparedMail> {
  const user = await recordMail(context, trx, known, mail.kind);
  return prepareMail(context, trx, { ...mail, user });
}

const RESEND_TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/** `/resend`: sends the pending mail again. */
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
      : createRefusal('phoneProviderDisabled');
  }
  if (input.email === '') {
    throw createValidationError('Type provided requires an email address');
  }
  const email = parseEmailAddress(input.email);
  const challenge = readChallenge(input);
  await withMinimumDuration(async () => {
    const prepared = await context.db.transaction(async (trx): Promise<MailsOfChange> => {
      if (type === 'signup') await claimMailSlot(context, trx, 'signup', email);
      const known = await findUserByEmail(trx, email);
      if (type === 'signup') {
        if (!known || known.email_confirmed_at !== null) return { mails: [] };
        const signUpData = await findUncontestedData(trx, known);
        const user = await recordMail(context, trx, known, 'signup');
        const options = { user, kind: 'signup', redirectTo, challenge, signUpData } as const;
        return { mails: [await prepareMail(context, trx, options)] };
      }
      if (!known?.email_change) {
        await claimMailSlot(context, trx, 'email_change', email);
        return { mails: [] };
      }
      const { email_change: newEmail } = known;
      await claimChangeMails(context, trx, { email, newEmail });
      return planAddressChange(context, trx, { user: known, newEmail, challenge, redirectTo });
    });
    await sendChangeMails(context, prepared);
  });
}

/**
 * Sign-up data of the pending mail, if there was only one sign-up for the address. After a second one it is unclear
 * who asks for the mail again, so the link must not apply anyone's password.
 */
async function findUncontestedData(trx: Executor, user: UserRow): Promise<SignUpData | undefined> {
  const pending = await findTokenOf(trx, user.id, 'confirmation');
  if (!pending || pending.password_hash !== user.password_hash) return undefined;
  return {
    passwordHash: pending.password_hash,
    data: pending.user_metadata ?? {},
    agrees: pending.play_log_consent ?? undefined,
  };
}

/** `/reauthenticate`: mails a code without a link. */
export async function sendReauthenticationCode(context: AuthContext, user: UserRow): Promise<void> {
  if (user.email_confirmed_at === null) {
    throw createAuthError(422, AUTH_ERROR.emailNotConfirmed, 'Please verify your email first.');
  }
  const mail = await context.db.transaction(async (trx) => {
    await claimMailSlot(context, trx, 'reauthentication', user.email);
    const claimed = await recordMail(context, trx, user, 'reauthentication');
    return prepareMail(context, trx, {
      user: claimed,
      kind: 'reauthentication',
      redirectTo: context.config.SITE_URL,
    });
  });
  await sendMails(context, [mail]);
}
