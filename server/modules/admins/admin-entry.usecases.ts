import { type AdminToken, AUTH_LIMITS } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { hashSecret } from '#server/core/secrets.ts';
import {
  ensureStrongPassword,
  hashPassword,
  isPasswordOf,
} from '#server/identity/accounts/passwords.ts';
import {
  type AdminPersonRow,
  findAdminByEmail,
  findAdminByInvitation,
  findAdminPerson,
  takeInvitation,
  updateAdminPerson,
  updateAndEndTokens,
} from '#server/identity/admin-people.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createAuthError } from '#server/identity/wire/auth.errors.ts';
import { countAdminPersonTry, countCodeTry } from '#server/modules/auth/password-tries.usecases.ts';
import { recordAdminDeed } from './admin-deeds.repository.ts';
import {
  createCodeNeededError,
  createInvitationGoneError,
  createWrongCodeError,
} from './admins.errors.ts';
import { provesSecondFactor } from './second-factor.usecases.ts';

const PASSWORD_RULE = { AUTH_PASSWORD_LENGTH: 10 };

interface From {
  readonly address: string;
  readonly knownDevice: string | undefined;
}

/** By address, password and, once she has one, a code. What is wrong of the first two is not said. */
export async function signInAdminPerson(
  context: AuthContext,
  given: { email: string; password: string; code?: string | undefined },
  from: From,
): Promise<AdminToken> {
  const { kysely } = context.db;
  const email = given.email.trim().toLowerCase();
  const succeed = await countAdminPersonTry(context, { ...from, email });
  const person = await findAdminByEmail(kysely, email);
  const isRight = await isPasswordOf(person?.password_hash, given.password);
  if (!person || !isRight) {
    await recordRefusal(context, person, { with: 'password', ...deviceOf(from) });
    throw createWrongPairError();
  }
  await succeed();
  if (person.totp_confirmed_at !== null) await ensureCode(context, person, given.code, from);
  const now = isoNow(context.clock);
  await context.db.transaction(async (trx) => {
    await updateAdminPerson(trx, person.id, { last_sign_in_at: now });
    await recordAdminDeed(trx, { person, action: 'enter', after: {}, now, by: 'herself' });
  });
  return createPersonToken(context, person);
}

/** Tries at the code are counted apart: who has the password could ask without one in between. */
async function ensureCode(
  context: AuthContext,
  person: AdminPersonRow,
  code: string | undefined,
  from: From,
): Promise<void> {
  if (code === undefined || code === '') throw createCodeNeededError();
  const succeed = await countCodeTry(context, person.id);
  if (!(await provesSecondFactor(context, person, code))) {
    await recordRefusal(context, person, { with: 'code', ...deviceOf(from) });
    throw createWrongCodeError();
  }
  await succeed();
}

/** On a device that was let in before it was more likely her own mistake than a stranger's guess. */
const deviceOf = ({ knownDevice }: From) => ({ known_device: knownDevice !== undefined });

/**
 * Of nobody's address it is one of the area, and the address is not kept: so that a try takes as long, and tells as
 * little, whether there is such an admin or not.
 */
async function recordRefusal(
  { db, clock }: AuthContext,
  person: AdminPersonRow | undefined,
  after: object,
): Promise<void> {
  const entry = { action: 'enter-refused', after, now: isoNow(clock) } as const;
  if (person) return recordAdminDeed(db.kysely, { ...entry, person, by: 'stranger' });
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
  if (!person) throw createInvitationGoneError();
  const { email, name, role } = person;
  return { email, name, role };
}

/** Her password is chosen; then she signs in with it, with her second factor where she has one from before. */
export async function acceptInvitation(
  context: AuthContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, clock } = context;
  await readInvitation(context, token);
  ensureStrongPassword(PASSWORD_RULE, password);
  const passwordHash = await hashPassword(password);
  const now = isoNow(clock);
  await db.transaction(async (trx) => {
    const taken = await takeInvitation(trx, { hash: hashSecret(token), now, passwordHash });
    if (!taken) throw createInvitationGoneError();
    await recordAdminDeed(trx, {
      person: taken,
      action: 'update',
      after: { password: 'chosen by invitation' },
      now,
      by: 'herself',
    });
  });
}

/** Wherever else she is in, she is out. */
export async function changeOwnPassword(
  context: AuthContext,
  person: AdminPersonRow,
  input: { current_password: string; password: string },
): Promise<AdminToken> {
  const { db, clock } = context;
  if (!(await isPasswordOf(person.password_hash, input.current_password))) {
    throw createWrongPairError('Invalid password');
  }
  ensureStrongPassword(PASSWORD_RULE, input.password);
  const password_hash = await hashPassword(input.password);
  await db.transaction(async (trx) => {
    await updateAndEndTokens(trx, person.id, { password_hash });
    const after = { password: 'changed' };
    const now = isoNow(clock);
    await recordAdminDeed(trx, { person, action: 'update', after, now, by: 'herself' });
  });
  const changed = await findAdminPerson(db.kysely, person.id);
  return createPersonToken(context, changed ?? person);
}

/** Says who she is and what for; both are looked up again with each request. */
async function createPersonToken(
  { accessTokens }: AuthContext,
  person: AdminPersonRow,
): Promise<AdminToken> {
  const lifeS = AUTH_LIMITS.adminTokenLifeS;
  const claims = {
    role: 'service_role',
    admin_id: person.id,
    admin_role: person.role,
    token_generation: person.token_generation,
  };
  const { token, expiresAt } = await accessTokens.sign(claims, lifeS);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: lifeS,
    expires_at: expiresAt,
  };
}

const createWrongPairError = (message = 'Invalid e-mail address or password') =>
  createAuthError(400, AUTH_ERROR.invalidCredentials, message);
