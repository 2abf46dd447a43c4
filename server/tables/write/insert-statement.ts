import { type RawBuilder, sql } from 'kysely';
import { inChunks } from '#server/core/in-chunks.ts';
import type { Mutation } from './mutation.ts';
import { keyOf, type RowKey } from './row-keys.ts';
import { bindCell, type Row } from './row-values.ts';

export const columnList = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)));

/** Puts the rows in and answers their keys, in order; `onConflict` says what happens to known ones. */
export async function runInserts(
  { trx, table }: Mutation,
  rows: readonly Row[],
  onConflict: RawBuilder<unknown> = sql``,
): Promise<RowKey[]> {
  const keys: RowKey[] = [];
  for await (const chunk of inChunks(rows)) {
    const names = Object.keys(table.columns).filter((name) => chunk[0]?.[name] !== undefined);
    const tuples = chunk.map(
      (row) => sql`(${sql.join(names.map((name) => bindCell(table, name, row[name] ?? null)))})`,
    );
    const values =
      names.length === 0
        ? sql`default values`
        : sql`(${columnList(names)}) values ${sql.join(tuples)}`;
    const { rows: written } = await sql<Row>`insert into ${sql.table(table.name)} ${values}
      ${onConflict} returning ${columnList(table.primaryKey)}`.execute(trx);
    keys.push(...written.map((row) => keyOf(table.primaryKey, row)));
  }
  return keys;
}
