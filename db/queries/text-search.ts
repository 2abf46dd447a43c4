import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AppDatabase } from '../open.ts';
import { parseLike } from './like-pattern.ts';
import type { ReadOptions } from './read-limit.ts';

export interface TextFilter {
  column: 'title' | 'description';
  /** A pattern as in ILIKE. */
  pattern: string;
}

/** Condition that narrows a search. */
export interface Narrowing {
  readonly condition: RawBuilder<SqlBool>;
  readonly rows: number;
}

/** With more matches than this, a scan in the requested order finds a page of them quickly. */
const MAX_ROWS = 2_000;
const TRIGRAM = 3;
/** While rows × terms is below this, a search takes only a few milliseconds, even for the most frequent words. */
const CHEAP_ROWS = 20_000;

/**
 * Narrows an ILIKE search of `audio_content` to a few rows by a condition on its id. The rows include every match of
 * *any* of the filters, so the filters must still be applied. Undefined if the words are too short or too frequent,
 * and on PostgreSQL, which needs no help.
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
    select rowid as id from audio_content_search where audio_content_search
    match ${terms.join(' OR ')} limit ${MAX_ROWS + 1}`.compile(db.kysely);
  const rowsOf = await db.rowsOf();
  const isCheap = rowsOf('audio_content') * terms.length < CHEAP_ROWS;
  const rows = await db.read(search, { ...options, isCheap });
  if (rows.length > MAX_ROWS) return undefined;
  const ids = JSON.stringify(rows.map((row) => row.id));
  return {
    condition: sql<SqlBool>`${id} in (select value from json_each(${ids}))`,
    rows: rows.length,
  };
}

/** All literal parts of a pattern that are long enough for the index, in its query language. */
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
