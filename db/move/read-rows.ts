import { sql } from 'kysely';
import type { AppDatabase } from '../open.ts';
import type { Executor } from '../schema/database.ts';
import { BATCH_ROWS, readCursor } from './batches.ts';

type Row = Record<string, unknown>;

export interface Column {
  readonly name: string;
  readonly isJson: boolean;
}

/** Reads all rows of a table in batches; JSON stays text. */
export function readRows(
  db: AppDatabase,
  trx: Executor,
  table: string,
  columns: readonly Column[],
): AsyncGenerator<Row[]> {
  const selected = sql.join(
    columns.map(({ name, isJson }) =>
      isJson ? sql`cast(${sql.ref(name)} as text) as ${sql.id(name)}` : sql.ref(name),
    ),
  );
  return db.dialect === 'postgres'
    ? readCursor(trx, `move_${table}`, sql<Row>`select ${selected} from ${sql.id('public', table)}`)
    : readSqlite(trx, table, selected);
}

/** Pages by row id. Tables without one are small enough for offsets. */
async function* readSqlite(
  trx: Executor,
  table: string,
  selected: ReturnType<typeof sql.join>,
): AsyncGenerator<Row[]> {
  const { rows: kinds } = await sql<{ wr: number }>`
    select wr from pragma_table_list where name = ${table} and schema = 'main'`.execute(trx);
  const hasRowIds = kinds[0]?.wr === 0;
  let last = -1;
  for (let read = 0; ; ) {
    const { rows } = hasRowIds
      ? await sql<Row & { move_number: number }>`
          select ${selected}, rowid as move_number from ${sql.table(table)}
          where rowid > ${last} order by rowid limit ${BATCH_ROWS}`.execute(trx)
      : await sql<Row>`
          select ${selected} from ${sql.table(table)} order by 1, 2
          limit ${BATCH_ROWS} offset ${read}`.execute(trx);
    if (rows.length === 0) return;
    read += rows.length;
    last = Number(rows.at(-1)?.['move_number'] ?? last);
    yield rows.map(({ move_number: _, ...row }) => row);
  }
}

/** The last id each table has assigned, including deleted rows, so that none is reused. */
export async function readLastIds(
  db: AppDatabase,
  trx: Executor,
): Promise<ReadonlyMap<string, number>> {
  const { rows } =
    db.dialect === 'postgres'
      ? await sql<{ name: string; last: number | null }>`
          select t.relname as name, s.last_value as last
          from pg_class t
          join pg_depend d on d.refobjid = t.oid and d.deptype = 'i'
          join pg_class q on q.oid = d.objid and q.relkind = 'S'
          join pg_sequences s on s.sequencename = q.relname and s.schemaname = 'public'
          where t.relnamespace = 'public'::regnamespace`.execute(trx)
      : await sql<{ name: string; last: number | null }>`
          select name, seq as last from sqlite_sequence`.execute(trx);
  return new Map(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, Number(last)]])));
}
