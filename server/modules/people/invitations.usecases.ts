import type { z } from 'zod';
import type { AuthUser, GenerateLinkInput, inviteSchema } from '#contract/calls/auth.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import {
  findUserByEmail,
  insertUser,
  updateUser,
} from '#server/modules/auth/accounts/accounts.repository.ts';
import { parseEmailAddress } from '#server/modules/auth/accounts/email-address.ts';
import { createUserRow } from '#server/modules/auth/accounts/new-user.ts';
import { ensureStrongPassword, hashPassword } from '#server/modules/auth/accounts/passwords.ts';
import { toAuthUser } from '#server/modules/auth/accounts/user-view.ts';
import {
  createRefusal,
  createUserNotFoundError,
  createValidationError,
} from '#server/modules/auth/auth.errors.ts';
import type { AuthContext } from '#server/modules/auth/auth-context.ts';
import {
  createLink,
  type PreparedMail,
  prepareMail,
  sendMails,
} from '#server/modules/auth/mails/prepare-mail.usecases.ts';
import type { UserRow } from '#server/modules/auth/sessions/sessions.repository.ts';
import { logAdminChange } from './people.repository.ts';

const LINK_KINDS = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkKind = (typeof LINK_KINDS)[number];

/** `POST /invite`: creates an account without a password and mails an invitation. */
export async function invitePerson(
  context: AuthContext,
  input: z.output<typeof inviteSchema>,
  redirectTo: string,
): Promise<AuthUser> {
  const email = parseEmailAddress(input.email);
  const request = { email, newEmail: undefined, passwordHash: null, data: input.data, redirectTo };
  const { user, mail } = await context.db.transaction((trx) =>
    prepareLinkMail(context, trx, 'invite', request),
  );
  await sendMails(context, [mail]);
  return toAuthUser(user);
}

/** `POST /admin/generate_link`: returns the link of a mail without sending one. */
export async function generateLink(
  context: AuthContext,
  input: GenerateLinkInput,
  redirectTo: string,
) {
  const kind = LINK_KINDS.find((known) => known === input.type);
  if (!kind) {
    throw createValidationError(
      `Invalid email action link type requested: ${input.type.slice(0, 40)}`,
    );
  }
  const email = parseEmailAddress(input.email);
  const newEmail = kind.startsWith('email_change') ? parseEmailAddress(input.new_email) : undefined;
  const passwordHash = await hashForSignUp(context, kind, input.password);
  const request = { email, newEmail, passwordHash, data: input.data, redirectTo };
  const prepared = await context.db.transaction((trx) =>
    prepareLinkMail(context, trx, kind, request),
  );
  return {
    ...toAuthUser(prepared.user),
    action_link: createLink(context, prepared.mail),
    email_otp: prepared.mail.code,
    hashed_token: prepared.mail.linkToken,
    verification_type: prepared.mail.kind,
    redirect_to: prepared.mail.redirectTo,
  };
}

async function hashForSignUp(
  context: AuthContext,
  kind: LinkKind,
  password: string,
): Promise<string | null> {
  if (kind !== 'signup') return null;
  if (password === '') throw createValidationError('Signup requires a valid password');
  ensureStrongPassword(context.config, password);
  return hashPassword(password);
}

interface LinkRequest {
  readonly email: string;
  readonly newEmail: string | undefined;
  readonly passwordHash: string | null;
  readonly data: Record<string, unknown> | undefined;
  readonly redirectTo: string;
}

async function prepareLinkMail(
  context: AuthContext,
  trx: Executor,
  requested: LinkKind,
  request: LinkRequest,
): Promise<{ user: UserRow; mail: PreparedMail }> {
  const { newEmail, redirectTo } = request;
  const known = await findUserByEmail(trx, request.email);
  // A magic link for an unknown address is a sign-up, as in `/otp`.
  const kind: PreparedMail['kind'] = requested === 'magiclink' && !known ? 'signup' : requested;
  const mail = { kind, redirectTo };
  if (kind === 'signup' || kind === 'invite') {
    const user = await prepareUnconfirmed(context, trx, kind, request);
    return { user, mail: await prepareMail(context, trx, { ...mail, user, signUpData: request }) };
  }
  if (!known) throw createUserNotFoundError('User with this email not found');
  if (newEmail === undefined) {
    return { user: known, mail: await prepareMail(context, trx, { ...mail, user: known }) };
  }
  if (await findUserByEmail(trx, newEmail)) throw createRefusal('emailExists');
  const now = isoNow(context.clock);
  const user = await updateUser(trx, known.id, {
    email_change: newEmail,
    email_change_sent_at: now,
    updated_at: now,
    // The two links of a change may be created separately: a confirmation of the same address is kept.
    ...(known.email_change === newEmail ? {} : { email_change_accepted: null }),
  });
  const to = kind === 'email_change_new' ? newEmail : user.email;
  return { user, mail: await prepareMail(context, trx, { ...mail, user, to }) };
}

/** Creates the account or finds an unconfirmed one; throws if it is confirmed. */
async function prepareUnconfirmed(
  context: AuthContext,
  trx: Executor,
  kind: 'signup' | 'invite',
  request: Pick<LinkRequest, 'email' | 'passwordHash' | 'data'>,
): Promise<UserRow> {
  const now = isoNow(context.clock);
  const isInvited = kind === 'invite';
  const row = createUserRow({ ...request, isConfirmed: false, isInvited, isByAdmin: true }, now);
  const inserted = await insertUser(trx, row);
  const user = inserted ?? (await findUserByEmail(trx, request.email));
  if (!user || user.email_confirmed_at !== null) throw createRefusal('emailExists');
  if (inserted) {
    await logAdminChange(trx, { action: 'insert', userId: user.id, changed: [], now });
  }
  return updateUser(trx, user.id, {
    confirmation_sent_at: now,
    updated_at: now,
    ...(isInvited ? { invited_at: now } : {}),
  });
}
