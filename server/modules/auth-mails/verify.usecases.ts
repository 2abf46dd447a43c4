import type { Kysely } from 'kysely';
import type { AuthSession, VerifyInput } from '#contract/calls/auth.ts';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { forgetMailTurns } from '#server/core/mail-turns.ts';
import { isEmailAddress } from '#server/identity/accounts/email-address.ts';
import { EMAIL_VERIFIED } from '#server/identity/accounts/new-user.ts';
import { findUserById, isBanned, updateUser } from '#server/identity/accounts/users.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import {
  createSessionAnswer,
  openSession,
  type SignedIn,
} from '#server/identity/sessions/session-answer.ts';
import type { UserRow } from '#server/identity/sessions/sessions.repository.ts';
import { createUserBannedError, createValidationError } from '#server/identity/wire/auth.errors.ts';
import { createCodeExpiredError, createLinkExpiredError } from './auth-mails.errors.ts';
import { countCodeTry, forgetCodeTries } from './code-tries.ts';
import { acceptAddressChange } from './email-change.usecases.ts';
import { issueAuthCode } from './flow-states.repository.ts';
import { isPkceToken } from './one-time-codes.ts';
import {
  clearTokensOf,
  consumeToken,
  findTokenByCode,
  findTokenByLink,
  type OneTimeKind,
  type OneTimeToken,
} from './one-time-tokens.repository.ts';

/** Which tokens each of GoTrue's types opens; a recovery token also opens a magic link, and the other way. */
const KINDS: Readonly<Record<string, readonly OneTimeKind[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
};

export const HALF_WAY =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

type Executor = Kysely<Database>;

/** `POST /verify`: by the code she typed, or by the hash out of the link. */
export async function verify(
  context: AuthContext,
  input: VerifyInput,
): Promise<AuthSession | { msg: string; code: string }> {
  ensureVerifiable(input);
  const done =
    input.token_hash === ''
      ? await verifyCode(context, input)
      : await verifyToken(context, input.token_hash, input.type);
  return done ? createSessionAnswer(context, done) : { msg: HALF_WAY, code: '200' };
}

function ensureVerifiable({ type, token, token_hash: hash, email, phone }: VerifyInput): void {
  if (type === '') throw createValidationError('Verify requires a verification type');
  if ((token === '') === (hash === '')) {
    throw createValidationError('Verify requires either a token or a token hash');
  }
  if (hash !== '' && (email !== '' || phone !== '')) {
    throw createValidationError('Only the token_hash and type should be provided');
  }
  if (token !== '' && (email === '') === (phone === '')) {
    throw createValidationError(
      'Only an email address or phone number should be provided on verify',
    );
  }
  if (email !== '' && !isEmailAddress(email)) {
    throw createValidationError('Invalid email format', 422);
  }
}

async function verifyCode(context: AuthContext, input: VerifyInput): Promise<SignedIn | undefined> {
  const kinds = findKinds(input.type);
  // No telephone is ever sent a code.
  if (input.email === '' || !kinds) throw createCodeExpiredError();
  const email = input.email.toLowerCase();
  await countCodeTry(context, email);
  return context.db.transaction(async (trx) => {
    const shown = { email, code: input.token };
    const token = await findTokenByCode(context, trx, shown, kinds);
    if (!token) throw createCodeExpiredError();
    await forgetCodeTries(context, trx, email);
    return signInByToken(context, trx, token, createCodeExpiredError);
  });
}

function verifyToken(
  context: AuthContext,
  linkToken: string,
  type: string,
): Promise<SignedIn | undefined> {
  const kinds = requireKinds(type);
  return context.db.transaction(async (trx) => {
    const token = await findTokenByLink(context, trx, linkToken, kinds);
    if (!token) throw createLinkExpiredError();
    return signInByToken(context, trx, token, createLinkExpiredError);
  });
}

async function signInByToken(
  context: AuthContext,
  trx: Executor,
  token: OneTimeToken,
  createError: typeof createLinkExpiredError,
): Promise<SignedIn | undefined> {
  const user = await spendToken(context, trx, token, createError);
  return user && openSession(context, trx, user, 'otp');
}

/** What happened when a link was opened; `kind` is the token's, which a link of type `email` does not say. */
export type OpenedLink =
  | { readonly outcome: 'half-way' }
  | { readonly outcome: 'code'; readonly code: string }
  | { readonly outcome: 'session'; readonly session: AuthSession; readonly kind: OneTimeKind };

/** Whether the link would still work; looking at it changes nothing. */
export async function ensureLinkIsLive(
  context: AuthContext,
  linkToken: string,
  type: string,
): Promise<OneTimeToken> {
  const { kysely } = context.db;
  const token = await findTokenByLink(context, kysely, linkToken, requireKinds(type));
  const user = token && (await findUserById(kysely, token.user_id));
  if (!token || !user) throw createLinkExpiredError();
  if (isBanned(user, context.clock.now())) throw createUserBannedError(403);
  return token;
}

/** The button behind a link: signs in at once, or gives the code for the browser that asked. */
export async function openLink(
  context: AuthContext,
  linkToken: string,
  type: string,
): Promise<OpenedLink> {
  const kinds = requireKinds(type);
  const done = await context.db.transaction(async (trx) => {
    const token = await findTokenByLink(context, trx, linkToken, kinds);
    if (!token) throw createLinkExpiredError();
    if (!isPkceToken(linkToken)) {
      const signedIn = await signInByToken(context, trx, token, createLinkExpiredError);
      return signedIn && { signedIn, kind: token.kind };
    }
    const user = await spendToken(context, trx, token, createLinkExpiredError);
    if (!user) return undefined;
    const code =
      token.flow_state_id === null
        ? undefined
        : await issueAuthCode(trx, token.flow_state_id, isoNow(context.clock));
    if (code === undefined) throw createLinkExpiredError();
    return { code };
  });
  if (!done) return { outcome: 'half-way' };
  if ('code' in done) return { outcome: 'code', code: done.code };
  const session = await createSessionAnswer(context, done.signedIn);
  return { outcome: 'session', session, kind: done.kind };
}

/** Own members only: `constructor` is not a type. */
function findKinds(type: string): readonly OneTimeKind[] | undefined {
  return Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
}

function requireKinds(type: string): readonly OneTimeKind[] {
  const kinds = findKinds(type);
  if (!kinds) throw createValidationError('Invalid email verification type');
  return kinds;
}

/** Spends the token; the person as she is then, or undefined when a second confirmation is still missing. */
async function spendToken(
  context: AuthContext,
  trx: Executor,
  token: OneTimeToken,
  createError: typeof createLinkExpiredError,
): Promise<UserRow | undefined> {
  const user = await findUserById(trx, token.user_id);
  if (!user) throw createError();
  if (isBanned(user, context.clock.now())) throw createUserBannedError(403);
  if (!(await consumeToken(trx, token.id))) throw createError();
  await forgetMailTurns(context, trx, token.relates_to);
  const { kind } = token;
  const changed =
    kind === 'email_change_current' || kind === 'email_change_new'
      ? await acceptAddressChange(context, trx, user, kind)
      : await confirmAddress(context, trx, user, kind);
  if (changed) await clearTokensOf(trx, user.id);
  return changed;
}

/**
 * A recovery that is also the first proof of the address drops the password: it was chosen by whoever
 * signed up, and that need not have been the owner of the address.
 */
async function confirmAddress(
  context: AuthContext,
  trx: Executor,
  user: UserRow,
  kind: OneTimeKind,
): Promise<UserRow> {
  if (user.email_confirmed_at !== null) return user;
  const now = isoNow(context.clock);
  return updateUser(trx, user.id, {
    email_confirmed_at: now,
    user_metadata: toJson({ ...user.user_metadata, ...EMAIL_VERIFIED }),
    updated_at: now,
    ...(kind === 'recovery' ? { password_hash: null } : {}),
  });
}
