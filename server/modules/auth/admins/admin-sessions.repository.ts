import type { Insertable, Selectable } from 'kysely';
import type { AdminSessionsTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';

export type AdminSessionRow = Selectable<AdminSessionsTable>;

/** `adminId` is null for the shared password. Sessions of an earlier generation are invalid. */
export interface SessionOwner {
  readonly adminId: string | null;
  readonly generation: number;
}

export async function insertAdminSession(
  db: Executor,
  row: Insertable<AdminSessionsTable>,
): Promise<void> {
  await db.insertInto('admin_sessions').values(row).execute();
}

export function findAdminSessionByHash(
  db: Executor,
  hash: string,
): Promise<AdminSessionRow | undefined> {
  return db
    .selectFrom('admin_sessions')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

export async function isAdminSessionLive(db: Executor, id: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function touchAdminSession(db: Executor, id: string, now: string): Promise<void> {
  await db.updateTable('admin_sessions').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** The most recently used session comes first. */
export function listAdminSessions(
  db: Executor,
  { adminId, generation }: SessionOwner,
  now: string,
): Promise<AdminSessionRow[]> {
  return db
    .selectFrom('admin_sessions')
    .selectAll()
    .where('admin_id', adminId === null ? 'is' : '=', adminId)
    .where('token_generation', '=', generation)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** False if the session was deleted meanwhile. */
export async function deleteAdminSession(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_sessions')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
