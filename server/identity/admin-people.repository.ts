import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { AdminPeopleTable, AdminRecoveryCodesTable } from '#db/schema/auth.ts';
import type { Database } from '#db/schema/database.ts';

export type AdminPersonRow = Selectable<AdminPeopleTable>;
type Db = Kysely<Database>;

export function findAdminPerson(db: Db, id: string): Promise<AdminPersonRow | undefined> {
  return db.selectFrom('admin_people').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findAdminByEmail(db: Db, email: string): Promise<AdminPersonRow | undefined> {
  return db.selectFrom('admin_people').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Only while it is open. */
export function findAdminByInvitation(
  db: Db,
  { hash, now }: { hash: string; now: string },
): Promise<AdminPersonRow | undefined> {
  return db
    .selectFrom('admin_people')
    .selectAll()
    .where('invitation_hash', '=', hash)
    .where('invitation_expires_at', '>', now)
    .executeTakeFirst();
}

export interface CountedAdmin extends AdminPersonRow {
  readonly codes_left: number;
}

const codesLeft = sql<number>`(select count(*) from admin_recovery_codes
  where admin_recovery_codes.admin_id = admin_people.id)`;

export function listAdminPeople(db: Db): Promise<CountedAdmin[]> {
  return db
    .selectFrom('admin_people')
    .selectAll()
    .select(codesLeft.as('codes_left'))
    .orderBy('email')
    .execute();
}

export function countedAdmin(db: Db, id: string): Promise<CountedAdmin | undefined> {
  return db
    .selectFrom('admin_people')
    .selectAll()
    .select(codesLeft.as('codes_left'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** False when somebody has this address already. */
export async function insertAdminPerson(
  db: Db,
  row: Insertable<AdminPeopleTable>,
): Promise<boolean> {
  const made = await db
    .insertInto('admin_people')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function updateAdminPerson(
  db: Db,
  id: string,
  set: Partial<Insertable<AdminPeopleTable>>,
): Promise<void> {
  await db.updateTable('admin_people').set(set).where('id', '=', id).execute();
}

/** The same, and every token given out before is worth nothing from here on. */
export async function updateAndEndTokens(
  db: Db,
  id: string,
  set: Partial<Insertable<AdminPeopleTable>>,
): Promise<void> {
  await db
    .updateTable('admin_people')
    .set((eb) => ({ ...set, token_generation: eb('token_generation', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Takes an invitation, of two at once only one. */
export async function takeInvitation(
  db: Db,
  { hash, now, passwordHash }: { hash: string; now: string; passwordHash: string },
): Promise<AdminPersonRow | undefined> {
  return db
    .updateTable('admin_people')
    .set((eb) => ({
      password_hash: passwordHash,
      invitation_hash: null,
      invitation_expires_at: null,
      token_generation: eb('token_generation', '+', 1),
    }))
    .where('invitation_hash', '=', hash)
    .where('invitation_expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Remembers the half minute of a code; false when one of it, or a later one, was taken before. */
export async function takeTotpStep(db: Db, id: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('admin_people')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function replaceRecoveryCodes(
  db: Db,
  adminId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('admin_recovery_codes')
    .values(hashes.map((code_hash) => ({ admin_id: adminId, code_hash })))
    .execute();
}

/** Each is good for one time. */
export async function takeRecoveryCode(db: Db, adminId: string, hash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('admin_recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .returning('code_hash')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteAdminPerson(db: Db, id: string): Promise<void> {
  await db.deleteFrom('admin_people').where('id', '=', id).execute();
}

interface Everybody {
  readonly people: AdminPersonRow[];
  readonly codes: Selectable<AdminRecoveryCodesTable>[];
}

/** Undefined of a database from before there were any. */
export async function readEveryAdmin(db: Db): Promise<Everybody | undefined> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'admin_people')) return undefined;
  return {
    people: await db.selectFrom('admin_people').selectAll().execute(),
    codes: await db.selectFrom('admin_recovery_codes').selectAll().execute(),
  };
}

/** Whatever stood there, these stand there now. */
export async function overwriteEveryAdmin(trx: Db, { people, codes }: Everybody): Promise<void> {
  await trx.deleteFrom('admin_recovery_codes').execute();
  await trx.deleteFrom('admin_people').execute();
  if (people.length > 0) await trx.insertInto('admin_people').values(people).execute();
  if (codes.length > 0) await trx.insertInto('admin_recovery_codes').values(codes).execute();
}
