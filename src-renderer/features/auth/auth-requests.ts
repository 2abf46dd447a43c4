import { type AuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { SIGN_UP_ANSWER } from '#contract/constants/consent-texts.ts';
import { authClient } from '#renderer/lib/requests/auth-client.ts';
import { rememberLinkRequest } from '#renderer/lib/session-offer.ts';

/** The mail that contained the code; a recovery code opens the form for a new password. */
export type CodeKind = 'email' | 'recovery';

/** A message in the form: an error or the next step. */
export interface Outcome {
  readonly tone: 'bad' | 'good';
  readonly text: string;
  /** Set when the mail also contains a code to type. */
  readonly code?: CodeKind;
  /** The field that was rejected, where the response names one. */
  readonly field?: AuthField | undefined;
}

type AuthField = 'email' | 'password' | 'token';

const FIELD_OF_ERROR: Readonly<Record<string, AuthField>> = {
  email_address_invalid: 'email',
  email_exists: 'email',
  email_not_confirmed: 'email',
  otp_expired: 'token',
  same_password: 'password',
  user_already_exists: 'email',
  weak_password: 'password',
};

export const MESSAGES = {
  confirmation: 'Check your email for the confirmation link',
  magicLink: 'Check your email for the magic link',
  reset: 'Check your email for the password reset link',
  updated: 'Your password has been updated',
  emptyEmail: 'Please enter your email address',
  wrongCode: 'This code is wrong, used or expired.',
  unreachable: 'We could not reach the server. Please try again.',
} as const;

/** The target of links in mails. */
const redirectTarget = () => `${window.location.origin}/home`;

/** Metadata of a new account: whether the user agreed to a listening history. Empty if they were not asked. */
const consentData = (keepsPlays: boolean | undefined) =>
  keepsPlays === undefined ? {} : { [SIGN_UP_ANSWER]: keepsPlays };

/** Returns undefined on success, because an event of the auth client follows. */
export async function signIn(email: string, password: string): Promise<Outcome | undefined> {
  const { error } = await (await authClient()).signInWithPassword({ email, password });
  return toOutcome(error);
}

export async function signUp(
  email: string,
  password: string,
  keepsPlays: boolean | undefined,
): Promise<Outcome | undefined> {
  rememberLinkRequest(email);
  const { data, error } = await (await authClient()).signUp({
    email,
    password,
    options: { emailRedirectTo: redirectTarget(), data: consentData(keepsPlays) },
  });
  if (error || data.session) return toOutcome(error);
  return { tone: 'good', text: MESSAGES.confirmation, code: 'email' };
}

export async function sendMagicLink(
  email: string,
  keepsPlays: boolean | undefined,
): Promise<Outcome> {
  if (email.trim() === '') {
    return { tone: 'bad', text: MESSAGES.emptyEmail, field: 'email' };
  }
  rememberLinkRequest(email);
  const { error } = await (await authClient()).signInWithOtp({
    email,
    options: { emailRedirectTo: redirectTarget(), data: consentData(keepsPlays) },
  });
  return toOutcome(error) ?? { tone: 'good', text: MESSAGES.magicLink, code: 'email' };
}

export async function sendReset(email: string): Promise<Outcome> {
  rememberLinkRequest(email);
  const { error } = await (await authClient()).resetPasswordForEmail(email, {
    redirectTo: redirectTarget(),
  });
  return toOutcome(error) ?? { tone: 'good', text: MESSAGES.reset, code: 'recovery' };
}

export async function updatePassword(password: string): Promise<Outcome> {
  const { error } = await (await authClient()).updateUser({ password });
  return toOutcome(error) ?? { tone: 'good', text: MESSAGES.updated };
}

export async function verifyCode(
  email: string,
  token: string,
  type: CodeKind,
): Promise<Outcome | undefined> {
  const { error } = await (await authClient()).verifyOtp({ email, token, type });
  return toOutcome(error);
}

/** Shows the server's message, or our own when the server could not be reached or calls a code a token. */
function toOutcome(error: AuthError | null): Outcome | undefined {
  if (!error) return undefined;
  const field = FIELD_OF_ERROR[error.code ?? ''];
  const text = field === 'token' ? MESSAGES.wrongCode : error.message;
  return {
    tone: 'bad',
    text: isAuthRetryableFetchError(error) ? MESSAGES.unreachable : text,
    field,
  };
}
