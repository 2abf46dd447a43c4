import { sql } from 'kysely';
import type { ForeignKey } from '../table-definition.ts';
import { createMissingParentError } from '../tables.errors.ts';
import type { CellValue } from '../values/json-values.ts';
import type { Mutation } from './mutation.ts';
import type { Row } from './row-values.ts';

/** Row numbers per statement, below both engines' limits on parameters. */
const CHUNK = 500;

/** A parent she may not see is refused in the words of one that is not there. */
export async function ensureParentsVisible(
  mutation: Mutation,
  rows: readonly Row[],
): Promise<void> {
  for (const key of mutation.table.foreignKeys) {
    if (key.visibleTo === undefined) continue;
    const unseen = new Set(rows.map((row) => row[key.column] ?? null));
    unseen.delete(null);
    for (const value of await findVisible(mutation, key, key.visibleTo, [...unseen])) {
      unseen.delete(value);
    }
    if (unseen.size > 0) {
      throw createMissingParentError(mutation.table.name, key.constraint, key.references.table);
    }
  }
}

async function findVisible(
  { trx, context }: Mutation,
  { references }: ForeignKey,
  visibleTo: NonNullable<ForeignKey['visibleTo']>,
  wanted: readonly CellValue[],
): Promise<CellValue[]> {
  const filter = visibleTo.filter(context.actor, context.now);
  if (filter === false) return [];
  const found: CellValue[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK) {
    const { rows } = await sql<{ key: CellValue }>`
      select ${sql.ref(references.column)} as key from ${sql.table(references.table)}
      where ${sql.ref(references.column)} in (${sql.join(wanted.slice(from, from + CHUNK))})
        and ${filter === true ? sql`true` : filter}`.execute(trx);
    found.push(...rows.map(({ key }) => key));
  }
  return found;
}
