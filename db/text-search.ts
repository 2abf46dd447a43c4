import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import { parseLike } from './sqlite/text-functions.ts';

export interface TextFilter {
  column: 'title' | 'description';
  /** As for ILIKE. */
  pattern: string;
}

/** Up to this many candidates are looked up one by one; a search that finds more ends early by itself. */
const FEW = 2_000;
const TRIGRAM = 3;

/**
 * For an ILIKE search of `audio_content`: a further condition on its id that every match of *any* of the
 * filters meets, and that leaves only few rows to look at. Undefined when there is none: the words are
 * too short, so frequent that reading in order finds a page soon, or PostgreSQL decides that by itself.
 * It narrows only; the filters themselves must be asked as well.
 */
export async function narrowTextSearch(
  db: AppDatabase,
  id: Expression<unknown>,
  filters: readonly TextFilter[],
): Promise<RawBuilder<SqlBool> | undefined> {
  if (db.dialect === 'postgres' || filters.length === 0) return undefined;
  const terms = filters.map(toSearchTerm);
  if (terms.includes(undefined)) return undefined;
  const { rows } = await sql<{ id: number }>`
    select rowid as id from audio_content_search
    where audio_content_search match ${terms.join(' OR ')} limit ${FEW + 1}`.execute(db.kysely);
  if (rows.length > FEW) return undefined;
  const ids = JSON.stringify(rows.map((row) => row.id));
  return sql<SqlBool>`${id} in (select value from json_each(${ids}))`;
}

/** All literal runs of a pattern that are long enough for the index, in its query language. */
function toSearchTerm({ column, pattern }: TextFilter): string | undefined {
  const runs = [''];
  for (const step of parseLike(pattern)) {
    if (typeof step === 'string') runs[runs.length - 1] += step;
    else runs.push('');
  }
  const phrases = runs
    .filter((run) => Array.from(run).length >= TRIGRAM)
    .map((run) => `"${run.replaceAll('"', '""')}"`);
  return phrases.length > 0 ? `${column} : (${phrases.join(' AND ')})` : undefined;
}
