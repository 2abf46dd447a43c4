import { type Kysely, sql } from 'kysely';
import { type AppDatabase, openDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';
import type { HostedRow, HostedSource } from './hosted-source.ts';
import { AT_ONCE } from './in-batches.ts';

export async function withHostedDatabase<T>(
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
    about: 'a running PostgreSQL',
    isDump: false,
    checksum: () => undefined,
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
    async columns(table) {
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_attribute
        where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(trx);
      return rows.map(({ name }) => name);
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
