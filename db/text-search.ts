import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseLike } from './like-pattern.ts';
import type { AppDatabase } from './open.ts';
import type { ReadOptions } from './read-limit.ts';

export interface TextFilter {
  column: 'title' | 'description';
  /** As for ILIKE. */
  pattern: string;
}

/** What is left to look at after a search by words. */
export interface Narrowing {
  readonly condition: RawBuilder<SqlBool>;
  readonly rows: number;
}

/** Up to this many candidates are looked up one by one; a search that finds more ends early by itself. */
const FEW = 2_000;
const TRIGRAM = 3;
/** Rows times terms that even the commonest words are found among in a few milliseconds. */
const QUICKLY_SEARCHED = 20_000;

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
  options: Omit<ReadOptions, 'isCheap'>,
): Promise<Narrowing | undefined> {
  if (db.dialect === 'postgres' || filters.length === 0) return undefined;
  const terms = filters.map(toSearchTerm);
  if (terms.includes(undefined)) return undefined;
  const search = sql<{ id: number }>`
    select rowid as id from audio_content_search
    where audio_content_search match ${terms.join(' OR ')} limit ${FEW + 1}`.compile(db.kysely);
  const rowsOf = await db.rowsOf();
  const isCheap = rowsOf('audio_content') * terms.length < QUICKLY_SEARCHED;
  const rows = await db.read(search, { ...options, isCheap });
  if (rows.length > FEW) return undefined;
  const ids = JSON.stringify(rows.map((row) => row.id));
  return {
    condition: sql<SqlBool>`${id} in (select value from json_each(${ids}))`,
    rows: rows.length,
  };
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
