import { sql } from 'kysely';
import { openDatabase } from '../open.ts';
import type { Executor } from '../schema/database.ts';
import { readCursor } from './batches.ts';

export type HostedRow = Readonly<Record<string, unknown>>;

/** A read-only snapshot of the hosted backend's database; `has` is false for a table it does not have. */
export type HostedDatabase = ReturnType<typeof readerOf>;

/** `address` is the URL of a PostgreSQL database. A dump has to be restored into one first; the error explains how. */
export async function withHosted<T>(
  address: string,
  work: (hosted: HostedDatabase) => Promise<T>,
): Promise<T> {
  if (!/^postgres(ql)?:/.test(address)) {
    throw new Error(`${address} is not the URL of a PostgreSQL database. Restore a dump into one first:
  createdb import
  psql --dbname=import --file=${address}      (plain SQL; for a .gz: gunzip -c ${address} | psql --dbname=import)
  pg_restore --dbname=import --no-owner --no-privileges ${address}      (pg_dump -Fc, -Ft, -Fd)
  npm run move -- postgres:///import --from-hosted
Nothing was changed.`);
  }
  const db = await openDatabase({ url: address });
  try {
    return await db.transaction(async (trx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(trx);
      return work(readerOf(trx));
    });
  } finally {
    await db.close();
  }
}

function readerOf(trx: Executor) {
  return {
    async has(table: string): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select to_regclass(${table}) is not null as found`.execute(trx);
      return rows[0]?.found === true;
    },
    async count(table: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)}`.execute(trx);
      return Number(rows[0]?.n ?? 0);
    },
    async columns(table: string): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_attribute
        where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(trx);
      return rows.map(({ name }) => name);
    },
    /** Rows with every column that this version of the hosted backend has. */
    async *rows(table: string): AsyncGenerator<HostedRow> {
      const query = sql<{ row: HostedRow }>`select to_jsonb(t) as row from ${sql.table(table)} t`;
      const name = `hosted_${table.replace('.', '_')}`;
      for await (const rows of readCursor(trx, name, query)) yield* rows.map(({ row }) => row);
    },
  };
}
