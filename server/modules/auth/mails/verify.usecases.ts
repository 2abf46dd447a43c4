import type { AuthSession, VerifyInput } from '#contract/calls/auth.ts';
import { toJson } from '#db/codecs.ts';
import type { Executor } from '#db/schema/database.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { resetMailLimits } from '#server/core/mail/requested-mails.ts';
import { recordSignUpConsent } from '#server/modules/privacy/consents.usecases.ts';
import { findUserById, updateUser } from '../accounts/accounts.repository.ts';
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
import { createSessionResponse, openSession, type SignedIn } from '../sessions/session-response.ts';
import { createSessions, isBanned, type UserRow } from '../sessions/sessions.repository.ts';
import { deleteOtherFlows, issueAuthCode } from '../tokens/flow-states.repository.ts';
import {
  clearTokensOf,
  consumeToken,
  findTokenByCode,
  findTokenByLink,
  isPkceToken,
  type OneTimeKind,
  type OneTimeToken,
} from '../tokens/one-time-tokens.repository.ts';
import { acceptAddressChange } from './email-change.usecases.ts';
import { clearCodeAttempts, countMailCodeAttempt } from './mail-slots.usecases.ts';
import { redirectWithSession, withFragment, withQuery } from './verify-redirects.ts';

/** Kinds of tokens that each `type` accepts. As in GoTrue, recovery and magic links share one kind. */
const KINDS = new Map<string, readonly OneTimeKind[]>([
  ['signup', ['confirmation']],
  ['invite', ['confirmation']],
  ['recovery', ['recovery']],
  ['magiclink', ['recovery']],
  ['email', ['confirmation', 'recovery']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);

const AWAITING_OTHER_MESSAGE =
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
  return done ? createSessionResponse(context, done) : { msg: AWAITING_OTHER_MESSAGE, code: '200' };
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
  const kinds = KINDS.get(input.type);
  // An empty address means a phone number.
  if (input.email === '' || !kinds) throw createCodeExpiredError();
  const email = input.email.toLowerCase();
  await countMailCodeAttempt(context, email, kinds);
  return context.db.transaction(async (trx) => {
    const given = { email, code: input.token };
    const token = await findTokenByCode(context, trx, given, kinds);
    if (!token) throw createCodeExpiredError();
    await clearCodeAttempts(context, trx, email, kinds);
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
  const user = await applyToken(context, trx, token, createError);
  return user && openSession(context, trx, user, 'otp');
}

/** A link in a mail. */
export interface Link {
  readonly token: string;
  readonly type: string;
  readonly redirectTo: string;
}

/** Throws if the link no longer works; changes nothing. */
export async function ensureLinkIsLive(context: AuthContext, link: Link): Promise<void> {
  const { kysely } = context.db;
  const token = await findTokenByLink(context, kysely, link.token, requireKinds(link.type));
  const user = token && (await findUserById(kysely, token.user_id));
  if (!token || !user) throw createLinkExpiredError();
  if (isBanned(user, context.clock.now())) throw createUserBannedError(403);
}

/** Uses the link: signs in or, with PKCE, redirects with a code for the requesting browser. */
export async function openLink(
  context: AuthContext,
  { token: linkToken, type, redirectTo }: Link,
): Promise<{ location: string; session?: AuthSession }> {
  const kinds = requireKinds(type);
  const done = await context.db.transaction(async (trx) => {
    const token = await findTokenByLink(context, trx, linkToken, kinds);
    if (!token) throw createLinkExpiredError();
    if (!isPkceToken(linkToken)) {
      const signedIn = await signInByToken(context, trx, token, createLinkExpiredError);
      return signedIn && { signedIn, kind: token.kind };
    }
    const user = await applyToken(context, trx, token, createLinkExpiredError);
    if (!user) return undefined;
    const code =
      token.flow_state_id === null
        ? undefined
        : await issueAuthCode(trx, token.flow_state_id, isoNow(context.clock));
    if (code === undefined) throw createLinkExpiredError();
    return { code };
  });
  if (!done) return { location: withFragment(redirectTo, { message: AWAITING_OTHER_MESSAGE }) };
  if ('code' in done) return { location: withQuery(redirectTo, { code: done.code }) };
  const session = await createSessionResponse(context, done.signedIn);
  return { location: redirectWithSession(redirectTo, session, { type, kind: done.kind }), session };
}

function requireKinds(type: string): readonly OneTimeKind[] {
  const kinds = KINDS.get(type);
  if (!kinds) throw createValidationError('Invalid email verification type');
  return kinds;
}

/** Consumes the token and updates the user; undefined while the other address is unconfirmed. */
async function applyToken(
  context: AuthContext,
  trx: Executor,
  token: OneTimeToken,
  createError: typeof createLinkExpiredError,
): Promise<UserRow | undefined> {
  // Locks the limits before the user, as requests for a mail do: on PostgreSQL a different order may deadlock.
  await resetMailLimits(context, trx, token.relates_to);
  // Locked, because both links of an address change may be used simultaneously.
  const user = await lockUser(trx, context.db.sql, token.user_id);
  if (!user) throw createError();
  if (isBanned(user, context.clock.now())) throw createUserBannedError(403);
  if (!(await consumeToken(trx, token.id))) throw createError();
  const { kind } = token;
  const changed =
    kind === 'email_change_current' || kind === 'email_change_new'
      ? await acceptAddressChange(context, trx, user, kind)
      : await proveAddress(context, trx, user, token);
  if (changed) await clearTokensOf(trx, user.id);
  return changed;
}

/**
 * Marks the address as proved by the first used mail. Keeps only what the request for this mail set: other sign-ups
 * may be someone else's, so their data, passwords, sessions and flows are dropped.
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
  // A stranger may have set the data of a confirmed account; the data of an unconfirmed one comes from an admin.
  const wasUsable = user.email_confirmed_at !== null;
  const sent = token.user_metadata ?? {};
  const data = wasUsable ? sent : mergeUserMetadata(user.user_metadata, sent);
  if (wasUsable) await createSessions(trx, context.clock).endAllOf(user.id);
  else if (granted !== null) await recordSignUpConsent(trx, { userId: user.id, granted, now });
  await deleteOtherFlows(trx, user.id, token.flow_state_id);
  return updateUser(trx, user.id, {
    email_confirmed_at: user.email_confirmed_at ?? now,
    email_proved_at: now,
    password_hash,
    email_change: null,
    email_change_accepted: null,
    user_metadata: toJson({ ...data, ...EMAIL_VERIFIED }),
    identity_data: toJson(data),
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
  await countMailCodeAttempt(context, email, kinds);
  const { kysely } = context.db;
  const token = await findTokenByCode(context, kysely, { email, code }, kinds);
  return token?.user_id === id;
}
