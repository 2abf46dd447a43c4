import { sql } from 'kysely';
import { isJsonColumn } from '../codecs.ts';
import { readTransientFailure } from '../errors.ts';
import type { AppDatabase } from '../open.ts';
import type { Database, Executor } from '../schema/database.ts';

type Row = Readonly<Record<string, unknown>>;

export interface ImportedRows {
  readonly inserted: number;
  /** Rows that the table already had. */
  readonly existing: number;
  /** The error of each rejected row. */
  readonly rejected: readonly unknown[];
}

export async function columnsOf(db: AppDatabase, table: keyof Database): Promise<string[]> {
  const tables = await db.kysely.introspection.getTables();
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
}

/** The part of a foreign row that our table has columns for, in our format. */
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
  const isTimestamp = /_(at|until|date)$/.test(name) && typeof value === 'string';
  return isTimestamp ? new Date(value).toISOString() : value;
}

/** Inserts missing rows; `key` are the identifying columns. At most one batch of `inBatches` per call. */
export async function insertRows(
  db: AppDatabase,
  table: keyof Database,
  rows: readonly Row[],
  key: readonly string[],
): Promise<ImportedRows> {
  let done: ImportedRows = { inserted: 0, existing: 0, rejected: [] };
  // One statement has one list of columns; rows of a dump may differ.
  for (const sameColumns of Map.groupBy(rows, (row) => Object.keys(row).join()).values()) {
    // If a key column is missing, the remaining ones identify the row.
    const known = key.filter((name) => sameColumns[0]?.[name] !== undefined);
    done = addCounts(done, await insertSameColumns(db, table, sameColumns, known));
  }
  return done;
}

const addCounts = (one: ImportedRows, other: ImportedRows): ImportedRows => ({
  inserted: one.inserted + other.inserted,
  existing: one.existing + other.existing,
  rejected: [...one.rejected, ...other.rejected],
});

/** Inserts in one statement; when a row fails, splits the rows in half until it is isolated. */
async function insertSameColumns(
  db: AppDatabase,
  table: keyof Database,
  rows: readonly Row[],
  key: readonly string[],
): Promise<ImportedRows> {
  try {
    const missing = await findMissing(db, table, rows, key);
    if (missing.length > 0) {
      // The columns exist in the table; the database checks the types.
      await db.kysely
        .insertInto(table)
        .values(missing as never)
        .execute();
    }
    return { inserted: missing.length, existing: rows.length - missing.length, rejected: [] };
  } catch (error) {
    // The database is unavailable. Without this throw, every row would be counted as rejected.
    if (readTransientFailure(error) !== undefined) throw error;
    if (rows.length === 1) return { inserted: 0, existing: 0, rejected: [error] };
    const half = Math.ceil(rows.length / 2);
    return addCounts(
      await insertSameColumns(db, table, rows.slice(0, half), key),
      await insertSameColumns(db, table, rows.slice(half), key),
    );
  }
}

/** The first row of each key that is not in the table. */
async function findMissing(
  db: AppDatabase,
  table: keyof Database,
  rows: readonly Row[],
  key: readonly string[],
): Promise<Row[]> {
  const keys = rows.map((row) => Object.fromEntries(key.map((name) => [name, row[name]])));
  const present = new Set(await findPresent(db, table, keys, key));
  const seen = new Set<string>();
  return rows.filter((_, index) => {
    const keyText = JSON.stringify(keys[index]);
    if (present.has(index) || seen.has(keyText)) return false;
    seen.add(keyText);
    return true;
  });
}

/** Indices of the keys that are in the table. All keys are one parameter, so their number is not limited. */
async function findPresent(
  { kysely, dialect }: AppDatabase,
  table: keyof Database,
  keys: readonly Row[],
  key: readonly string[],
): Promise<number[]> {
  const [given, position, partOf] =
    dialect === 'postgres'
      ? [
          // Typed as the table's own columns, so that its indexes apply.
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
  const { rows } = await sql<{ position: number }>`
    select ${position} as position from ${given} as k
    where exists (select 1 from ${sql.table(table)} as t where ${same})`.execute(kysely);
  return rows.map((row) => Number(row.position));
}

export interface ImportedIdentity {
  readonly id: string;
  readonly userId: string;
  readonly data: unknown;
}

/** Adds the missing identities of imported users; idempotent. */
export async function saveIdentities(
  { kysely, dialect }: AppDatabase,
  identities: readonly ImportedIdentity[],
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

/** Replaces the sample track with the same id. */
export async function saveTrack(db: AppDatabase, row: Row): Promise<void> {
  const { id: _, ...rest } = row;
  await db.kysely
    .insertInto('audio_content')
    .values(row as never)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest as never))
    .execute();
}

/** Explicit ids do not advance PostgreSQL's sequences. */
export async function advanceSequences(
  { dialect }: AppDatabase,
  executor: Executor,
  tables: readonly string[],
): Promise<void> {
  if (dialect !== 'postgres') return;
  for (const table of tables) {
    await sql`
      select setval(pg_get_serial_sequence(${`public.${table}`}, 'id'), max(id))
      from ${sql.table(table)} having max(id) is not null`.execute(executor);
  }
}
