import { LIMITS } from '#contract/constants/limits.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';

/** Dashboard queries of a large database may exceed the limit of ordinary reads. */
const LONG_MS = 20_000;

/** For reads whose duration grows with the database. They do not delay other queries. `lane` names the caller. */
export function longReads(db: AppDatabase, lane: string): Executor {
  return db.reading({ lane, limitMs: LONG_MS, maxBytes: LIMITS.answerBytes });
}
