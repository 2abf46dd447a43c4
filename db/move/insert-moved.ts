import { sql } from 'kysely';
import { isJsonColumn, toJson } from '../codecs.ts';
import type { AppDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';

type Row = Readonly<Record<string, unknown>>;
export type Moved = 'moved' | 'there';

/** What a table of ours takes of a row from elsewhere: its own columns, as it keeps them. */
export async function columnsOf(db: AppDatabase, table: keyof Database): Promise<string[]> {
  const tables = await db.kysely.introspection.getTables();
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
}

export function fitRow(table: keyof Database, columns: readonly string[], row: Row): Row {
  return Object.fromEntries(
    columns
      .filter((name) => row[name] !== undefined)
      .map((name) => [name, fitValue(table, name, row[name])]),
  );
}

function fitValue(table: string, name: string, value: unknown): unknown {
  if (value === null) return null;
  if (isJsonColumn(table, name)) return typeof value === 'string' ? value : JSON.stringify(value);
  const isMoment = /_(at|until|date)$/.test(name) && typeof value === 'string';
  return isMoment ? new Date(value).toISOString() : value;
}

/** Adds a row unless it is there; `key` are the columns that say which it is. */
export async function insertMoved(
  db: AppDatabase,
  table: keyof Database,
  row: Row,
  key: readonly string[],
): Promise<Moved> {
  const same = sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${same}`.execute(db.kysely);
  if (rows.length > 0) return 'there';
  // The columns are the table's own; their types are the database's to judge.
  await db.kysely
    .insertInto(table)
    .values(row as never)
    .execute();
  return 'moved';
}

/** Fills in what a person was moved without, marked by her own id in its place; a second time it is there. */
export async function putIdentity(
  db: AppDatabase,
  userId: string,
  { id, data }: { id: string; data: unknown },
): Promise<Moved> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('users')
    .set({ identity_id: id, identity_data: toJson(data) })
    .where('id', '=', userId)
    .whereRef('identity_id', '=', 'id')
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'moved' : 'there';
}

/** A track takes the place of the sample that has its number. */
export async function putTrack(db: AppDatabase, row: Row): Promise<void> {
  const { id: _, ...rest } = row;
  await db.kysely
    .insertInto('audio_content')
    .values(row as never)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest as never))
    .execute();
}

/** Numbers that came along do not move PostgreSQL's own counters. */
export async function continueNumbers(db: AppDatabase, tables: readonly string[]): Promise<void> {
  if (db.dialect !== 'postgres') return;
  for (const table of tables) {
    await sql`
      select setval(pg_get_serial_sequence(${`public.${table}`}, 'id'), max(id))
      from ${sql.table(table)} having max(id) is not null`.execute(db.kysely);
  }
}
