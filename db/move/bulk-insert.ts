import { sql } from 'kysely';
import { TABLE_NAMES } from '../codecs.ts';
import { listTables } from '../postgres/upgrade-copies.ts';
import type { Executor } from '../schema/database.ts';

export interface BulkInsert {
  /** Parents before children. */
  readonly order: readonly string[];
}

type LastIds = ReadonlyMap<string, number>;
type Fill = <T>(
  trx: Executor,
  lastIds: LastIds,
  work: (insert: BulkInsert) => Promise<T>,
) => Promise<T>;

/** Empties the tables, fills them with triggers disabled, and restores the id counters. */
export const fillPostgres: Fill = async (trx, lastIds, work) => {
  const order = (await orderTables(trx)).filter((table) => TABLE_NAMES.includes(table));
  for (const table of order) {
    await sql`alter table ${sql.id('public', table)} disable trigger user`.execute(trx);
  }
  for (const table of order.toReversed()) {
    await sql`delete from ${sql.id('public', table)}`.execute(trx);
  }
  const result = await work({ order });
  // Pending deferred triggers would block an ALTER TABLE.
  await sql`set constraints all immediate`.execute(trx);
  for (const table of order) {
    await sql`alter table ${sql.id('public', table)} enable trigger user`.execute(trx);
  }
  for (const [table, last] of lastIds) {
    if (!order.includes(table)) continue;
    await sql`
      select setval(pg_get_serial_sequence(${`public.${table}`}, 'id'), ${last + 1})
      where pg_get_serial_sequence(${`public.${table}`}, 'id') is not null`.execute(trx);
  }
  // An id beyond any that a client has seen, which makes clients start over.
  await sql`
    insert into change_log (table_name, type, row_key) values ('settings', 'UPDATE', '{}')`.execute(
    trx,
  );
  return result;
};

/** Fills SQLite. Its triggers cannot be disabled, so all but those of the search are dropped and recreated. */
export const fillSqlite: Fill = async (trx, lastIds, work) => {
  await sql`pragma defer_foreign_keys = on`.execute(trx);
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema
    where type = 'trigger' and name not like 'audio_content_search%'`.execute(trx);
  for (const { name } of triggers) await sql`drop trigger ${sql.id(name)}`.execute(trx);
  for (const table of TABLE_NAMES) await sql`delete from ${sql.table(table)}`.execute(trx);
  const result = await work({ order: TABLE_NAMES });
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(trx);
  for (const [table, last] of lastIds) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(trx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last + 1})`.execute(trx);
  }
  return result;
};

/** Parents before children. */
async function orderTables(trx: Executor): Promise<string[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(
    trx,
  );
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const { child, parent } of rows) if (child === name) add(parent);
    ordered.add(name);
  };
  for (const name of await listTables(trx)) add(name);
  return [...ordered];
}
