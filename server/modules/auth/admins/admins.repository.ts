import { type Insertable, type Selectable, sql } from 'kysely';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { AdminPeopleTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';

export type AdminPersonRow = Selectable<AdminPeopleTable>;

export function findAdminPerson(db: Executor, id: string): Promise<AdminPersonRow | undefined> {
  return db.selectFrom('admin_people').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Like `lockUser`, for an admin. */
export function lockAdminPerson(
  trx: Executor,
  dialect: DialectSql,
  id: string,
): Promise<AdminPersonRow | undefined> {
  return trx
    .selectFrom('admin_people')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(dialect.forUpdate)
    .executeTakeFirst();
}

export async function findAdminByEmail(
  db: Executor,
  email: string,
): Promise<AdminPersonRow | undefined> {
  // PostgreSQL refuses text with a NUL.
  if (email.includes('\u0000')) return undefined;
  return db.selectFrom('admin_people').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Ignores expired invitations. */
export function findAdminByInvitation(
  db: Executor,
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
  /** Unused recovery codes. */
  readonly codes_left: number;
}

const codesLeft = sql<number>`(select count(*) from admin_recovery_codes
  where admin_recovery_codes.admin_id = admin_people.id)`;

const countedAdmins = (db: Executor) =>
  db.selectFrom('admin_people').selectAll().select(codesLeft.as('codes_left'));

export const listAdminPeople = (db: Executor): Promise<CountedAdmin[]> =>
  countedAdmins(db).orderBy('email').execute();

export const findCountedAdmin = (db: Executor, id: string): Promise<CountedAdmin | undefined> =>
  countedAdmins(db).where('id', '=', id).executeTakeFirst();

/** False if the address is taken. */
export async function insertAdminPerson(
  db: Executor,
  row: Insertable<AdminPeopleTable>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('admin_people')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False if the admin was removed. */
export async function updateAdminPerson(
  db: Executor,
  id: string,
  set: Partial<Insertable<AdminPeopleTable>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_people')
    .set(set)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Call with the row locked. The new generation invalidates all earlier tokens. Returns the changed row. */
export async function updateAndEndTokens(
  db: Executor,
  person: AdminPersonRow,
  set: Partial<AdminPersonRow>,
): Promise<AdminPersonRow> {
  const changes = { ...set, token_generation: person.token_generation + 1 };
  await db.updateTable('admin_people').set(changes).where('id', '=', person.id).execute();
  return { ...person, ...changes };
}

/** False if a code of this or a later time step was used before. */
export async function consumeTotpStep(db: Executor, id: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('admin_people')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function replaceRecoveryCodes(
  db: Executor,
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

/** Each code works once. */
export async function consumeRecoveryCode(
  db: Executor,
  adminId: string,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAdminPerson(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('admin_people').where('id', '=', id).execute();
}
