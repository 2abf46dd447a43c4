import { sql } from 'kysely';
import { isJsonColumn } from '../codecs.ts';
import { readShortage } from '../errors.ts';
import type { AppDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';

type Row = Readonly<Record<string, unknown>>;

export interface MovedRows {
  readonly moved: number;
  readonly there: number;
  /** Why each of those that were not taken was not. */
  readonly left: readonly unknown[];
}

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

/**
 * Adds the rows that are not there yet; `key` are the columns that say which one a row is. At most as many at once
 * as `inBatches` gives.
 */
export async function insertMoved(
  db: AppDatabase,
  table: keyof Database,
  rows: readonly Row[],
  key: readonly string[],
): Promise<MovedRows> {
  let done: MovedRows = { moved: 0, there: 0, left: [] };
  // One statement names its columns once; a dump's rows need not all have the same.
  for (const alike of Map.groupBy(rows, (row) => Object.keys(row).join()).values()) {
    // A table without one of them still knows its rows by the rest.
    const known = key.filter((name) => alike[0]?.[name] !== undefined);
    done = added(done, await insertAlike(db, table, alike, known));
  }
  return done;
}

const added = (one: MovedRows, other: MovedRows): MovedRows => ({
  moved: one.moved + other.moved,
  there: one.there + other.there,
  left: [...one.left, ...other.left],
});

/** All in one statement; where one row does not let it pass, half and half, until it stands alone. */
async function insertAlike(
  db: AppDatabase,
  table: keyof Database,
  rows: readonly Row[],
  key: readonly string[],
): Promise<MovedRows> {
  try {
    const missing = await findMissing(db, table, rows, key);
    if (missing.length > 0) {
      // The columns are the table's own; their types are the database's to judge.
      await db.kysely
        .insertInto(table)
        .values(missing as never)
        .execute();
    }
    return { moved: missing.length, there: rows.length - missing.length, left: [] };
  } catch (error) {
    // Not a row's fault: every other would fail as well, and be counted as left.
    if (readShortage(error) !== undefined) throw error;
    if (rows.length === 1) return { moved: 0, there: 0, left: [error] };
    const half = Math.ceil(rows.length / 2);
    return added(
      await insertAlike(db, table, rows.slice(0, half), key),
      await insertAlike(db, table, rows.slice(half), key),
    );
  }
}

/** The first of each key, where the table has none of it. */
async function findMissing(
  db: AppDatabase,
  table: keyof Database,
  rows: readonly Row[],
  key: readonly string[],
): Promise<Row[]> {
  const keys = rows.map((row) => Object.fromEntries(key.map((name) => [name, row[name]])));
  const seen = new Set(await findThere(db, table, keys, key));
  const taken = new Set<string>();
  return rows.filter((_, index) => {
    const own = JSON.stringify(keys[index]);
    if (seen.has(index) || taken.has(own)) return false;
    taken.add(own);
    return true;
  });
}

/** Which of the keys the table has, by their place; they travel as one parameter. */
async function findThere(
  { kysely, dialect }: AppDatabase,
  table: keyof Database,
  keys: readonly Row[],
  key: readonly string[],
): Promise<number[]> {
  const [given, place, partOf] =
    dialect === 'postgres'
      ? [
          // Typed as the table's own columns, so that its indexes serve.
          sql`json_populate_recordset(null::${sql.id('public', table)}, ${JSON.stringify(keys)}) with ordinality`,
          sql`k.ordinality - 1`,
          (name: string) => sql.ref(`k.${name}`),
        ]
      : [
          sql`json_each(${JSON.stringify(keys)})`,
          sql`k.key`,
          (name: string) => sql`k.value ->> ${sql.lit(name)}`,
        ];
  const same = sql.join(
    key.map((name) => sql`t.${sql.id(name)} = ${partOf(name)}`),
    sql` and `,
  );
  const { rows } = await sql<{ place: number }>`
    select ${place} as place from ${given} as k
    where exists (select 1 from ${sql.table(table)} as t where ${same})`.execute(kysely);
  return rows.map((row) => Number(row.place));
}

export interface MovedIdentity {
  readonly id: string;
  readonly userId: string;
  readonly data: unknown;
}

/** Fills in what people were moved without, each marked by her own id in its place; a second time it is there. */
export async function putIdentities(
  { kysely, dialect }: AppDatabase,
  identities: readonly MovedIdentity[],
): Promise<number> {
  const given = JSON.stringify(identities);
  const { numAffectedRows = 0n } =
    dialect === 'postgres'
      ? await sql`
          update users set identity_id = k.id, identity_data = k.data
          from json_to_recordset(${given}) as k (id uuid, "userId" uuid, data json)
          where users.id = k."userId" and users.identity_id = users.id`.execute(kysely)
      : await sql`
          update users set identity_id = k.value ->> 'id', identity_data = k.value -> 'data'
          from json_each(${given}) as k
          where users.id = k.value ->> 'userId' and users.identity_id = users.id`.execute(kysely);
  return Number(numAffectedRows);
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
