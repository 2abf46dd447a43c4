import type { Selectable } from 'kysely';
import type { AppDatabase } from '../open.ts';
import type { AdminSessionsTable } from '../schema/auth.ts';

/** Parents before their children. */
const TABLES = [
  'admin_credentials',
  'admin_people',
  'admin_recovery_codes',
  'admin_sessions',
] as const;

/**
 * Keeps the admin password, admins and their sessions when a database is replaced: removed admins, revoked roles and
 * ended sessions are not restored. A table that the current database lacks keeps its restored
 * rows, except sessions.
 */
export async function preserveAdmins(from: AppDatabase, to: AppDatabase): Promise<void> {
  const tables = await from.kysely.introspection.getTables();
  const preserved: { table: 'admin_sessions'; rows: Selectable<AdminSessionsTable>[] }[] = [];
  for (const name of TABLES) {
    // Safe: rows are only moved to the table of the same name.
    const table = name as 'admin_sessions';
    const isKnown = tables.some((known) => known.name === name);
    const rows = isKnown ? await from.kysely.selectFrom(table).selectAll().execute() : [];
    const isKept = name === 'admin_credentials' ? rows.length > 0 : isKnown;
    if (isKept || name === 'admin_sessions') preserved.push({ table, rows });
  }
  await to.transaction(async (trx) => {
    for (const { table } of preserved.toReversed()) await trx.deleteFrom(table).execute();
    for (const { table, rows } of preserved)
      if (rows.length > 0) await trx.insertInto(table).values(rows).execute();
  });
}
