import { sql } from 'kysely';
import type { Executor } from '../schema/database.ts';

/**
 * The copy before an upgrade, like the file that SQLite's migrations make: a schema next to `public` with all rows,
 * made in the migration's transaction. Needs no pg_dump, whose version would have to match.
 */
const BEFORE_UPGRADE = 'before_upgrade_';
/** The data before a rollback, in case the rollback was a mistake. */
export const BEFORE_ROLLBACK = 'before_return_';

/** Our tables, without those of extensions and of other schemas. */
export async function listTables(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and ${isNotFromExtension('pg_class')}
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** SQL condition: the catalogue row `c` does not belong to an extension. */
export const isNotFromExtension = (catalogue: string) => sql`not exists (
  select 1 from pg_depend where deptype = 'e' and classid = ${sql.lit(catalogue)}::regclass and objid = c.oid)`;

/**
 * Call first in a migration's transaction. Blocks writes until it ends, so that the copy has every acknowledged row.
 */
export async function copyBeforeUpgrade(trx: Executor, now: Date): Promise<void> {
  const tables = await listTables(trx);
  await sql`lock table ${sql.join(tables.map((name) => sql.id('public', name)))} in share mode`.execute(
    trx,
  );
  const schema = nameCopy(BEFORE_UPGRADE, now);
  await sql`create schema ${sql.id(schema)}`.execute(trx);
  for (const name of tables) {
    // A rollback resets the change log, so its rows are not needed.
    const rows = name === 'change_log' ? sql`with no data` : sql`with data`;
    await sql`create table ${sql.id(schema, name)} as table ${sql.id('public', name)} ${rows}`.execute(
      trx,
    );
  }
}

export const nameCopy = (kind: string, at: Date) => kind + at.toISOString().replaceAll(/\D/g, '');

export interface UpgradeCopy {
  readonly schema: string;
  readonly migrations: string[];
}

/** Newest first, each with its applied migrations. */
export async function listUpgradeCopies(db: Executor): Promise<UpgradeCopy[]> {
  const copies: UpgradeCopy[] = [];
  for (const schema of (await listCopies(db)).filter((it) => it.startsWith(BEFORE_UPGRADE))) {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.id(schema, 'kysely_migration')}`.execute(db);
    copies.push({ schema, migrations: rows.map(({ name }) => name) });
  }
  return copies;
}

async function listCopies(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname ~ ${`^(${BEFORE_UPGRADE}|${BEFORE_ROLLBACK})[0-9]{17}$`}
    order by right(nspname, 17) desc`.execute(db);
  return rows.map(({ name }) => name);
}

/** Deletes expired copies, because they contain data erased since. Returns their number. */
export async function dropOldCopies(db: Executor, before: string): Promise<number> {
  const limit = before.replaceAll(/\D/g, '');
  const old = (await listCopies(db)).filter((schema) => schema.slice(-17) < limit);
  for (const schema of old) await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
  return old.length;
}
