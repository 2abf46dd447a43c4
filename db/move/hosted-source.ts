import { type Kysely, sql } from 'kysely';
import { type AppDatabase, openDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';

export type HostedRow = Readonly<Record<string, unknown>>;

/** The database of the hosted backend, only read, as it was at one moment. */
export interface HostedSource {
  /** False for a table that this installation of it does not have. */
  has(table: string): Promise<boolean>;
  count(table: string): Promise<number>;
  /** Whole rows, whatever columns its version has. */
  rows(table: string): AsyncGenerator<HostedRow>;
}

const AT_ONCE = 500;

export async function withHosted<T>(
  url: string,
  work: (hosted: HostedSource) => Promise<T>,
): Promise<T> {
  const db: AppDatabase = await openDatabase({ url });
  try {
    return await db.transaction(async (trx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(trx);
      return work(sourceOf(trx));
    });
  } finally {
    await db.close();
  }
}

function sourceOf(trx: Kysely<Database>): HostedSource {
  return {
    async has(table) {
      const { rows } = await sql<{ found: boolean }>`
        select to_regclass(${table}) is not null as found`.execute(trx);
      return rows[0]?.found === true;
    },
    async count(table) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)}`.execute(trx);
      return Number(rows[0]?.n ?? 0);
    },
    async *rows(table) {
      const cursor = sql.id(`hosted_${table.replace('.', '_')}`);
      await sql`declare ${cursor} no scroll cursor for
        select to_jsonb(t) as row from ${sql.table(table)} t`.execute(trx);
      for (;;) {
        const { rows } = await sql<{ row: HostedRow }>`
          fetch ${sql.lit(AT_ONCE)} from ${cursor}`.execute(trx);
        if (rows.length === 0) break;
        for (const { row } of rows) yield row;
      }
      await sql`close ${cursor}`.execute(trx);
    },
  };
}
