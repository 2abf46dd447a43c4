import { sql } from 'kysely';
import { isJsonColumn, toJson } from '../codecs.ts';
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

/** Inserts missing rows in one transaction; `key` are the identifying columns. */
export async function insertRows(
  db: AppDatabase,
  table: keyof Database,
  rows: readonly Row[],
  key: readonly string[],
): Promise<ImportedRows> {
  const rejected: unknown[] = [];
  let inserted = 0;
  await db.transaction(async (trx) => {
    for (const row of rows) {
      await sql`savepoint imported_row`.execute(trx);
      try {
        // The columns exist in the table; the database checks the types.
        if (!(await isPresent(trx, table, row, key))) {
          await trx
            .insertInto(table)
            .values(row as never)
            .execute();
          inserted += 1;
        }
      } catch (error) {
        // The database is unavailable. Without this throw, every row would be counted as rejected.
        if (readTransientFailure(error) !== undefined) throw error;
        await sql`rollback to savepoint imported_row`.execute(trx);
        rejected.push(error);
      }
      await sql`release savepoint imported_row`.execute(trx);
    }
  });
  return { inserted, existing: rows.length - inserted - rejected.length, rejected };
}

/** If a key column is missing, the remaining ones identify the row. */
async function isPresent(
  trx: Executor,
  table: keyof Database,
  row: Row,
  key: readonly string[],
): Promise<boolean> {
  const given = key.filter((name) => row[name] !== undefined);
  const isSame = sql.join(
    given.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${isSame} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface ImportedIdentity {
  readonly id: string;
  readonly userId: string;
  readonly data: unknown;
}

/** Adds the missing identities of imported users; idempotent. */
export function saveIdentities(
  db: AppDatabase,
  identities: readonly ImportedIdentity[],
): Promise<number> {
  return db.transaction(async (trx) => {
    let saved = 0;
    for (const { id, userId, data } of identities) {
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({ identity_id: id, identity_data: toJson(data) })
        .where('id', '=', userId)
        .whereRef('identity_id', '=', 'id')
        .executeTakeFirst();
      saved += Number(numUpdatedRows);
    }
    return saved;
  });
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
