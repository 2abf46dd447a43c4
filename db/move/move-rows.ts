import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isJsonColumn } from '../codecs.ts';
import type { AppDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';
import { TABLE_NAMES } from '../schema/table-names.ts';
import { type Filling, fillPostgres, fillSqlite } from './filling.ts';
import { type Column, readCounts, readRows } from './reading.ts';

type AnyDatabase = Kysely<Database>;

export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** Of all rows in no order; the same on both sides. */
  readonly checksum: string;
}

/** What only this installation's pages have seen begins anew at the other end, and so does who does what.
 * Waiting mails are sent by the program that promised them: it alone has their key. Pictures of screens last an hour. */
const LEFT = ['change_log', 'kiosk_pictures', 'leases', 'waiting_mails'];
/** Where nobody has been yet, these have no rows. */
const TELLTALES = ['users', 'audio_content', 'support_tickets', 'newsletter_subscribers'];
const MOVED = TABLE_NAMES.filter((table) => !LEFT.includes(table));

/** Whether somebody has used the database already; to be asked before it is moved into. */
export async function isInUse(db: AppDatabase): Promise<boolean> {
  const tables = await db.kysely.introspection.getTables();
  const known = new Set(tables.map(({ name }) => name));
  for (const table of TELLTALES) {
    if (!known.has(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db.kysely);
    if (rows.length > 0) return true;
  }
  return false;
}

/** How many rows would be moved, by table. */
export async function countRows(db: AppDatabase): Promise<MovedTable[]> {
  const counted: MovedTable[] = [];
  for (const table of MOVED) {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)}`.execute(db.kysely);
    counted.push({ table, rows: Number(rows[0]?.rows ?? 0), checksum: '' });
  }
  return counted;
}

/**
 * All rows of one database in the place of all rows of another, on either engine; both have this program's
 * newest tables. One transaction on each side: nobody writes to the first meanwhile, and the second has
 * everything, checked by counts and sums, or is as it was.
 */
export async function moveRows(
  from: AppDatabase,
  to: AppDatabase,
  onTable: (moved: MovedTable) => void = () => undefined,
): Promise<MovedTable[]> {
  return from.transaction(async (source) => {
    if (from.dialect === 'postgres') {
      await sql`set transaction isolation level repeatable read`.execute(source);
    }
    const counts = await readCounts(from, source);
    const moved = await to.transaction(async (target) => {
      const fill = to.dialect === 'postgres' ? fillPostgres : fillSqlite;
      return fill(target, counts, (filling) =>
        copyAll({ from, to, source, target }, filling, onTable),
      );
    });
    // PostgreSQL knows nothing of rows that have just come, and would plan its first hours in the dark.
    if (to.dialect === 'postgres') await sql`vacuum (analyze)`.execute(to.kysely);
    return moved;
  });
}

interface Sides {
  from: AppDatabase;
  to: AppDatabase;
  source: AnyDatabase;
  target: AnyDatabase;
}

async function copyAll(
  { from, to, source, target }: Sides,
  filling: Filling,
  onTable: (moved: MovedTable) => void,
): Promise<MovedTable[]> {
  const moved: MovedTable[] = [];
  for (const table of filling.order.filter((name) => MOVED.includes(name))) {
    const columns = await readColumns(target, table);
    const sent = new Sum();
    for await (const rows of readRows(from, source, table, columns)) {
      for (const row of rows) sent.add(row, columns);
      // Which rows belong to which table is known to the compiler only by name.
      await target
        .insertInto(table as keyof Database)
        .values(rows as never)
        .execute();
    }
    const arrived = new Sum();
    for await (const rows of readRows(to, target, table, columns)) {
      for (const row of rows) arrived.add(row, columns);
    }
    if (sent.text !== arrived.text || sent.rows !== arrived.rows) {
      throw new Error(
        `${table}: ${sent.rows} rows were sent and ${arrived.rows} arrived, or not as they were. Nothing was changed.`,
      );
    }
    const result = { table, rows: sent.rows, checksum: sent.text };
    moved.push(result);
    onTable(result);
  }
  return moved;
}

async function readColumns(trx: AnyDatabase, table: string): Promise<Column[]> {
  const tables = await trx.introspection.getTables();
  const found = tables.find(
    ({ name, schema }) => name === table && (schema === undefined || schema === 'public'),
  );
  if (!found) throw new Error(`There is no table ${table}.`);
  return found.columns.map(({ name }) => ({ name, isJson: isJsonColumn(table, name) }));
}

/** Rows come in another order from each engine, so their sums are added up. */
class Sum {
  rows = 0;
  #sum = 0n;

  add(row: Record<string, unknown>, columns: readonly Column[]): void {
    const names = columns.map(({ name }) => name).sort();
    const text = JSON.stringify(names.map((name) => row[name] ?? null));
    this.rows += 1;
    this.#sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  }

  get text(): string {
    return BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0');
  }
}
