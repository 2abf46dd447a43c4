import { randomUUID } from 'node:crypto';
import type { AdminPerson } from '#contract/calls/admin/admins.ts';
import { ADMIN_ROLES, type AdminRole } from '#contract/constants/admin-roles.ts';
import type { Executor } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { isoNow } from '#server/core/clock.ts';
import { createSecret, hashSecret } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isUuid } from '#server/core/ids.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { renderMail } from '#server/modules/mail/mail-texts.usecases.ts';
import { recordAdminChange } from './admin-audit.repository.ts';
import {
  createKnownAdminError,
  createNoSuchAdminError,
  createOwnRoleError,
} from './admins.errors.ts';
import {
  type AdminPersonRow,
  type CountedAdmin,
  deleteAdminPerson,
  findAdminByEmail,
  findAdminPerson,
  insertAdminPerson,
  listAdminPeople,
  lockAdminPerson,
  replaceRecoveryCodes,
  updateAdminPerson,
  updateAndEndTokens,
} from './admins.repository.ts';

type Deps = Pick<ServerDeps, 'config' | 'db' | 'clock'>;
type MailingDeps = Deps & Pick<ServerDeps, 'mailer' | 'settings'>;

const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000;

export async function listAdmins({ db }: Deps): Promise<AdminPerson[]> {
  return (await listAdminPeople(db.kysely)).map(toAdminPerson);
}

/** Returns the link, of which only a hash is stored, and mails it if there is a mail server. */
export async function inviteAdmin(
  deps: MailingDeps,
  { email, name, role }: { email: string; name: string; role: AdminRole },
) {
  const now = isoNow(deps.clock);
  const person = { id: randomUUID(), email, name, role };
  const { row, mail, answer } = await createInvitation(deps, person);
  await deps.db.transaction(async (trx) => {
    const isNew = await insertAdminPerson(trx, { ...person, ...row, created_at: now });
    if (!isNew) throw createKnownAdminError();
    await recordAdminChange(trx, {
      person,
      action: 'invite',
      after: { role, mailed: mail !== undefined },
      now,
    });
    if (mail) await deps.mailer.send(mail, trx);
  });
  return answer;
}

/** Replaces a lost link or password. The previous link stops working. */
export async function renewInvitation(deps: MailingDeps, id: string) {
  const person = isUuid(id) ? await findAdminPerson(deps.db.kysely, id) : undefined;
  if (!person) throw createNoSuchAdminError();
  const { row, mail, answer } = await createInvitation(deps, person);
  await deps.db.transaction(async (trx) => {
    if (!(await updateAdminPerson(trx, person.id, row))) throw createNoSuchAdminError();
    const after = { mailed: mail !== undefined };
    await recordAdminChange(trx, { person, action: 'invite', after, now: isoNow(deps.clock) });
    if (mail) await deps.mailer.send(mail, trx);
  });
  return answer;
}

/** Writes no mail without a mail server, because the link gives access and must not stay in the outbox. */
async function createInvitation(
  { config, clock, settings }: MailingDeps,
  { email: to, name, role }: Pick<AdminPersonRow, 'email' | 'name' | 'role'>,
) {
  const token = createSecret();
  const expires_at = new Date(clock.now() + INVITATION_MS).toISOString();
  const row = { invitation_hash: hashSecret(token), invitation_expires_at: expires_at };
  // In the fragment, which is never sent to a server or logged.
  const link = `${config.SITE_URL}/admin/invitation#${token}`;
  if (config.SMTP_URL === undefined) return { row, answer: { link, expires_at, mailed_to: null } };
  const { label, text } = ADMIN_ROLES[role];
  const content = renderMail(await settings.read(), 'admin_invitation', {
    person: name,
    role: label,
    roleText: text.charAt(0).toLowerCase() + text.slice(1),
    link,
    day: expires_at.slice(0, 10),
  });
  const mail: Mail = { ...content, to, kind: 'admin_invitation' };
  return { row, mail, answer: { link, expires_at, mailed_to: to } };
}

/** Invalidates tokens with the old role. */
export async function changeRole(deps: Deps, actor: Actor, id: string, role: AdminRole) {
  await deps.db.transaction(async (trx) => {
    const person = await lockOther(deps, trx, actor, id);
    if (person.role === role) return;
    const roles = { before: { role: person.role }, after: { role } };
    await updateAndEndTokens(trx, person, { role });
    await recordAdminChange(trx, { person, action: 'update', ...roles, now: isoNow(deps.clock) });
  });
}

/** For a lost second factor: the admin sets up a new one after the next sign-in. */
export async function resetSecondFactor(deps: Deps, id: string): Promise<void> {
  await removeSecondFactor(deps, id, 'service_role');
}

/** Like `resetSecondFactor`, for the command line. */
export async function resetSecondFactorOf(deps: Deps, email: string): Promise<void> {
  const person = await findAdminByEmail(deps.db.kysely, email.trim().toLowerCase());
  if (!person) throw new Error(`There is no admin with the address ${email}.`);
  await removeSecondFactor(deps, person.id, 'operator');
}

async function removeSecondFactor(
  deps: Deps,
  id: string,
  by: 'service_role' | 'operator',
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const person = await lockAdmin(deps, trx, id);
    await updateAndEndTokens(trx, person, { totp_secret: null, totp_confirmed_at: null });
    await replaceRecoveryCodes(trx, person.id, []);
    const after = { second_factor: 'reset' };
    await recordAdminChange(trx, { person, action: 'update', after, now: isoNow(deps.clock), by });
  });
}

export async function removeAdmin(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const person = await lockOther(deps, trx, actor, id);
    await deleteAdminPerson(trx, person.id);
    const before = { role: person.role };
    await recordAdminChange(trx, { person, action: 'delete', before, now: isoNow(deps.clock) });
  });
}

export function toAdminPerson(row: CountedAdmin): AdminPerson {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    has_joined: row.password_hash !== null,
    has_second_factor: row.totp_confirmed_at !== null,
    recovery_codes_left: Number(row.codes_left),
    invitation_expires_at: row.invitation_expires_at,
    last_sign_in_at: row.last_sign_in_at,
  };
}

async function lockAdmin({ db }: Deps, trx: Executor, id: string): Promise<AdminPersonRow> {
  const person = isUuid(id) ? await lockAdminPerson(trx, db.sql, id) : undefined;
  if (!person) throw createNoSuchAdminError();
  return person;
}

/** Locks an admin, but refuses the own account: admins cannot change or remove themselves. */
async function lockOther(
  deps: Deps,
  trx: Executor,
  { admin }: Actor,
  id: string,
): Promise<AdminPersonRow> {
  const person = await lockAdmin(deps, trx, id);
  if (person.id === admin?.id) throw createOwnRoleError();
  return person;
}
