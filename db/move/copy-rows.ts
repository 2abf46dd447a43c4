import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isJsonColumn, TABLE_NAMES } from '../codecs.ts';
import type { AppDatabase } from '../open.ts';
import type { Database, Executor } from '../schema/database.ts';
import { type BulkInsert, fillPostgres, fillSqlite } from './bulk-insert.ts';
import { type Column, readLastIds, readRows } from './read-rows.ts';

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** Order-independent over all rows; equal on both engines. */
  readonly checksum: string;
}

/**
 * Tables not moved: the change log (clients of the new installation do not know its ids), leases, and queued mails
 * (only the old program has their key).
 */
const NOT_MOVED = ['change_log', 'leases', 'waiting_mails'];
/** Tables that are empty in an unused database. */
const USAGE_TABLES = ['users', 'audio_content', 'support_tickets', 'newsletter_subscribers'];
const MOVED = TABLE_NAMES.filter((table) => !NOT_MOVED.includes(table));

/** Whether the database has been used; call it before copying rows into the database. */
export async function isInUse(db: AppDatabase): Promise<boolean> {
  const tables = await db.kysely.introspection.getTables();
  const known = new Set(tables.map(({ name }) => name));
  for (const table of USAGE_TABLES) {
    if (!known.has(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db.kysely);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Number of rows to move, by table. */
export async function countRows(db: AppDatabase): Promise<CopiedTable[]> {
  const counted: CopiedTable[] = [];
  for (const table of MOVED) {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)}`.execute(db.kysely);
    counted.push({ table, rows: Number(rows[0]?.rows ?? 0), checksum: '' });
  }
  return counted;
}

/**
 * Replaces all rows of one database by those of another, on either engine; both must have the latest schema. One
 * transaction on each side: the source is read as it was at one moment (SQLite also blocks writes meanwhile), and the
 * target is either complete, verified by counts and checksums, or unchanged.
 */
export async function copyRowsBetween(
  from: AppDatabase,
  to: AppDatabase,
  onTable: (moved: CopiedTable) => void = () => undefined,
): Promise<CopiedTable[]> {
  return from.transaction(async (source) => {
    if (from.dialect === 'postgres') {
      await sql`set transaction isolation level repeatable read`.execute(source);
    }
    const lastIds = await readLastIds(from, source);
    const moved = await to.transaction(async (target) => {
      const fill = to.dialect === 'postgres' ? fillPostgres : fillSqlite;
      return fill(target, lastIds, (insert) =>
        copyAll({ from, to, source, target }, insert, onTable),
      );
    });
    // PostgreSQL has no statistics of the new rows, so its first plans would be bad.
    if (to.dialect === 'postgres') await sql`vacuum (analyze)`.execute(to.kysely);
    return moved;
  });
}

interface Sides {
  from: AppDatabase;
  to: AppDatabase;
  source: Executor;
  target: Executor;
}

async function copyAll(
  { from, to, source, target }: Sides,
  insert: BulkInsert,
  onTable: (moved: CopiedTable) => void,
): Promise<CopiedTable[]> {
  const moved: CopiedTable[] = [];
  for (const table of insert.order.filter((name) => MOVED.includes(name))) {
    const columns = await readColumns(target, table);
    const sent = new Checksum();
    for await (const rows of readRows(from, source, table, columns)) {
      for (const row of rows) sent.add(row, columns);
      // Safe: the rows come from the table of the same name.
      await target
        .insertInto(table as keyof Database)
        .values(rows as never)
        .execute();
    }
    const arrived = new Checksum();
    for await (const rows of readRows(to, target, table, columns)) {
      for (const row of rows) arrived.add(row, columns);
    }
    if (sent.text !== arrived.text || sent.rows !== arrived.rows) {
      throw new Error(
        `${table}: ${sent.rows} rows were read and ${arrived.rows} written, or their contents differ. Nothing was changed.`,
      );
    }
    const result = { table, rows: sent.rows, checksum: sent.text };
    moved.push(result);
    onTable(result);
  }
  return moved;
}

async function readColumns(trx: Executor, table: string): Promise<Column[]> {
  const tables = await trx.introspection.getTables();
  const found = tables.find(
    ({ name, schema }) => name === table && (schema === undefined || schema === 'public'),
  );
  if (!found) throw new Error(`There is no table ${table}.`);
  return found.columns.map(({ name }) => ({ name, isJson: isJsonColumn(table, name) }));
}

/** Adds up row hashes, because the engines return rows in different orders. */
class Checksum {
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
