import type { Kysely } from 'kysely';
import { LIMITS } from '#contract/words/limits.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';

/** The owner's figures of a large database may take longer than what a page waits for. */
const LONG_MS = 20_000;

/** For reads that grow with the database: they hold up nobody, and `lane` says whose they are. */
export function longReads(db: AppDatabase, lane: string): Kysely<Database> {
  return db.reading({ lane, limitMs: LONG_MS, maxBytes: LIMITS.answerBytes });
}
