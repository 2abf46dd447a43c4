import type { AdminToken } from '#contract/calls/auth.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { hashSecret } from '#server/core/config/secrets.ts';
import {
  ensureStrongPassword,
  hashPassword,
  isPasswordOf,
  type RequestOrigin,
} from '../accounts/passwords.ts';
import { createInvalidCredentialsError, createRefusal } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import {
  countAdminPersonAttempt,
  countFactorAttempt,
} from '../sessions/password-attempts.usecases.ts';
import { recordAdminChange } from './admin-audit.repository.ts';
import { createAdminToken } from './admin-token.ts';
import { ensureOtherPassword } from './admins.errors.ts';
import {
  type AdminPersonRow,
  findAdminByEmail,
  findAdminByInvitation,
  lockAdminPerson,
  updateAdminPerson,
  updateAndEndTokens,
} from './admins.repository.ts';
import { confirmSecondFactor, consumeSecondFactorCode } from './second-factor.usecases.ts';
import { ADMIN_PASSWORD_RULE } from './shared-password.usecases.ts';

/**
 * Signs in by address, password and, if set up, second factor. The error does not reveal whether the address or the
 * password is wrong.
 */
export async function signInAdminPerson(
  context: AuthContext,
  given: { email: string; password: string; code?: string | undefined },
  attemptBy: (person: AdminPersonRow | undefined) => RequestOrigin,
): Promise<{ token: AdminToken; person: AdminPersonRow }> {
  const email = given.email.trim().toLowerCase();
  const person = await findAdminByEmail(context.db.kysely, email);
  const from = attemptBy(person);
  const succeed = await countAdminPersonAttempt(context, email, from);
  const isMatch = await isPasswordOf(person?.password_hash, given.password, from);
  if (!person || !isMatch) {
    await recordRefusal(context, person, { with: 'password', ...deviceDetails(from) });
    throw createInvalidCredentialsError('Invalid email address or password');
  }
  await succeed('this-try');
  if (person.totp_confirmed_at !== null) await ensureCode(context, person, given.code, from);
  const now = isoNow(context.clock);
  await context.db.transaction(async (trx) => {
    if (!(await updateAdminPerson(trx, person.id, { last_sign_in_at: now }))) {
      throw createInvalidCredentialsError('Invalid email address or password');
    }
    await recordAdminChange(trx, { person, action: 'enter', after: {}, now, by: 'self' });
  });
  await succeed('all');
  const isProved = person.totp_confirmed_at !== null;
  return { token: await createAdminToken(context, { person }, { isProved }), person };
}

/** Codes have their own limit, because someone who has the password could try many. */
async function ensureCode(
  context: AuthContext,
  person: AdminPersonRow,
  code: string | undefined,
  from: RequestOrigin,
): Promise<void> {
  if (code === undefined || code === '') throw createRefusal('secondFactorNeeded');
  const succeed = await countFactorAttempt(context, person.id);
  if (!(await consumeSecondFactorCode(context, person, code))) {
    await recordRefusal(context, person, { with: 'code', ...deviceDetails(from) });
    throw createRefusal('secondFactorWrong');
  }
  await succeed();
}

/** A failure on a known device is more likely a typo than an attack. */
const deviceDetails = ({ knownDevice }: RequestOrigin) => ({
  known_device: knownDevice !== undefined,
});

/**
 * Writes an entry for an unknown address too, so that the time does not reveal whether the admin exists. That entry
 * does not name the address.
 */
async function recordRefusal(
  { db, clock }: AuthContext,
  person: AdminPersonRow | undefined,
  after: object,
): Promise<void> {
  const entry = { action: 'enter-refused', after, now: isoNow(clock) } as const;
  if (person) return recordAdminChange(db.kysely, { ...entry, person, by: 'stranger' });
  return recordInAuditLog(db.kysely, {
    ...entry,
    actor: 'stranger',
    on: 'admin_area',
    which: 'admin',
  });
}

export async function readInvitation({ db, clock }: AuthContext, token: string) {
  const found = { hash: hashSecret(token), now: isoNow(clock) };
  const person = await findAdminByInvitation(db.kysely, found);
  if (!person) throw createRefusal('invitationGone');
  const { email, name, role } = person;
  return { email, name, role };
}

/** Only sets the password: the sign-in that follows asks for an existing second factor. */
export async function acceptInvitation(
  context: AuthContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, clock } = context;
  await readInvitation(context, token);
  ensureStrongPassword(ADMIN_PASSWORD_RULE, password);
  const password_hash = await hashPassword(password);
  const now = isoNow(clock);
  const hash = hashSecret(token);
  await db.transaction(async (trx) => {
    const found = await findAdminByInvitation(trx, { hash, now });
    const person = found && (await lockAdminPerson(trx, db.sql, found.id));
    if (person?.invitation_hash !== hash) throw createRefusal('invitationGone');
    const used = { invitation_hash: null, invitation_expires_at: null };
    await updateAndEndTokens(trx, person, { password_hash, ...used });
    const after = { password: 'chosen by invitation' };
    await recordAdminChange(trx, { person, action: 'update', after, now, by: 'self' });
  });
}

/** Earlier tokens become invalid, so this returns a new one. */
export async function confirmOwnSecondFactor(
  context: AuthContext,
  person: AdminPersonRow,
  code: string,
) {
  const confirmed = await confirmSecondFactor(context, person, code);
  return { ...confirmed, token: await createAdminToken(context, { person: confirmed.changed }) };
}

/** Invalidates all earlier tokens and returns a new one. */
export async function changeOwnPassword(
  context: AuthContext,
  person: AdminPersonRow,
  input: { current_password: string; password: string; code?: string | undefined },
  from: RequestOrigin,
): Promise<AdminToken> {
  const { db, clock } = context;
  ensureOtherPassword(input);
  ensureStrongPassword(ADMIN_PASSWORD_RULE, input.password);
  const succeed = await countAdminPersonAttempt(context, person.email, from);
  if (!(await isPasswordOf(person.password_hash, input.current_password))) {
    throw createInvalidCredentialsError('Invalid password');
  }
  await succeed('this-try');
  await ensureCode(context, person, input.code, from);
  const password_hash = await hashPassword(input.password);
  const changed = await db.transaction(async (trx) => {
    const current = await lockAdminPerson(trx, db.sql, person.id);
    if (current?.password_hash !== person.password_hash) {
      throw createInvalidCredentialsError('Invalid password');
    }
    const after = { password: 'changed' };
    const now = isoNow(clock);
    await recordAdminChange(trx, { person, action: 'update', after, now, by: 'self' });
    return updateAndEndTokens(trx, current, { password_hash });
  });
  return createAdminToken(context, { person: changed });
}
