import type { AuthSession, VerifyInput } from '#contract/calls/auth.ts';
import { toJson } from '#db/codecs.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { forgetMailTurns } from '#server/core/mail/mail-turns.ts';
import { recordSignUpConsent } from '#server/modules/privacy/consents.usecases.ts';
import { findUserById, isBanned, updateUser } from '../accounts/accounts.repository.ts';
import { isEmailAddress } from '../accounts/email-address.ts';
import { mergeUserMetadata } from '../accounts/metadata.ts';
import { EMAIL_VERIFIED } from '../accounts/new-user.ts';
import {
  createCodeExpiredError,
  createLinkExpiredError,
  createUserBannedError,
  createValidationError,
} from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { createSessionAnswer, openSession, type SignedIn } from '../sessions/session-answer.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import { createSessions } from '../sessions/sessions.repository.ts';
import { deleteOtherFlows, issueAuthCode } from '../tokens/flow-states.repository.ts';
import { isPkceToken } from '../tokens/one-time-codes.ts';
import {
  clearTokensOf,
  consumeToken,
  findTokenByCode,
  findTokenByLink,
  type OneTimeKind,
  type OneTimeToken,
} from '../tokens/one-time-tokens.repository.ts';
import { acceptAddressChange } from './email-change.usecases.ts';
import { clearCodeTries, countCodeTry } from './mail-slots.usecases.ts';

/** Tokens accepted by each GoTrue type; recovery and magic links accept each other's. */
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

/** `POST /verify`: by a typed code or by the hash from the link. */
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
  if (phone !== '' && !/^[1-9]\d{1,14}$/.test(phone.replace(/^\+/, '').replaceAll(' ', ''))) {
    throw createValidationError('Invalid phone number format (E.164 required)');
  }
}

async function verifyCode(context: AuthContext, input: VerifyInput): Promise<SignedIn | undefined> {
  const kinds = findKinds(input.type);
  // Phone numbers are not supported.
  if (input.email === '' || !kinds) throw createCodeExpiredError();
  const email = input.email.toLowerCase();
  await countCodeTry(context, email, kinds);
  return context.db.transaction(async (trx) => {
    const shown = { email, code: input.token };
    const token = await findTokenByCode(context, trx, shown, kinds);
    if (!token) throw createCodeExpiredError();
    await clearCodeTries(context, trx, email, kinds);
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

/** Result of an opened link; `kind` is the token's, which a link of type `email` does not state. */
export type OpenedLink =
  | { readonly outcome: 'half-way' }
  | { readonly outcome: 'code'; readonly code: string }
  | { readonly outcome: 'session'; readonly session: AuthSession; readonly kind: OneTimeKind };

/** Throws if the link no longer works; changes nothing. */
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

/** The link's button: signs in, or returns a code for the requesting browser. */
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

/** Consumes the token; returns the updated user, or undefined while a second confirmation is missing. */
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
      : await proveAddress(context, trx, user, token);
  if (changed) await clearTokensOf(trx, user.id);
  return changed;
}

/**
 * The first used mail proves the address. An earlier sign-up may have come from someone else, so the account keeps
 * only the data of this mail's request.
 */
async function proveAddress(
  context: AuthContext,
  trx: Executor,
  user: UserRow,
  token: OneTimeToken,
): Promise<UserRow> {
  if (user.email_proved_at !== null) return user;
  const now = isoNow(context.clock);
  const { password_hash, play_log_consent: granted } = token;
  // Without confirmation the account was usable from the start, so its data is valid.
  const wasOpen = user.email_confirmed_at !== null;
  const sent = token.user_metadata ?? {};
  const given = wasOpen ? sent : mergeUserMetadata(user.user_metadata, sent);
  if (wasOpen) await createSessions(trx, context.clock).endAllOf(user.id);
  else if (granted !== null) await recordSignUpConsent(trx, { userId: user.id, granted, now });
  await deleteOtherFlows(trx, user.id, token.flow_state_id);
  return updateUser(trx, user.id, {
    email_confirmed_at: user.email_confirmed_at ?? now,
    email_proved_at: now,
    password_hash,
    email_change: null,
    email_change_accepted: null,
    user_metadata: toJson({ ...given, ...EMAIL_VERIFIED }),
    identity_data: toJson(given),
    updated_at: now,
  });
}

/** Checks the code of the reauthentication mail; each check counts as an attempt. */
export async function isReauthenticationCode(
  context: AuthContext,
  { id, email }: UserRow,
  code: string,
): Promise<boolean> {
  const kinds = ['reauthentication'] as const;
  await countCodeTry(context, email, kinds);
  const { kysely } = context.db;
  const token = await findTokenByCode(context, kysely, { email, code }, kinds);
  return token?.user_id === id;
}
