import { sql } from 'kysely';
import { toJson } from './codecs.ts';
import { deleteInBatches, forEachLogRange } from './delete-in-batches.ts';
import type { AppDatabase } from './open.ts';
import { mentions } from './queries/json-mentions.ts';
import type { Executor } from './schema/database.ts';

/**
 * The oldest id of the log; in an empty log, the id of the next change. A reader that saw `n` can resume when
 * `oldest - 1 <= n`; otherwise the log was pruned past it, or a backup was restored, and it must start over.
 */
export async function findOldestChangeId(db: AppDatabase): Promise<number> {
  const latest = await db.latestChangeId();
  const first = await db.kysely
    .selectFrom('change_log')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? latest + 1;
}

export interface LogRange {
  readonly after: number;
  readonly upTo: number;
}

/** Limits of one read, which always returns at least one change. */
export interface ReadLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** Reads the changes of a range, oldest first, until a limit is reached; the returned `upTo` is where it stopped. */
export async function readChanges(db: AppDatabase, range: LogRange, limits: ReadLimits) {
  const upTo = await findEnd(db, range, limits);
  const rows = await selectRange(db, { ...range, upTo })
    .select(['id', 'table_name', 'record', 'old_record', 'committed_at', sizeOf(db).as('bytes')])
    .execute();
  return { rows, upTo };
}

/** Reads sizes first: SQLite finds them without reading the values. */
async function findEnd(db: AppDatabase, range: LogRange, limits: ReadLimits): Promise<number> {
  if (range.upTo - range.after <= 1) return range.upTo;
  const sized = await selectRange(db, range)
    .select(['id', sizeOf(db).as('bytes')])
    .limit(limits.rows)
    .execute();
  let end = range.after;
  let sum = 0;
  for (const { id, bytes } of sized) {
    sum += bytes;
    if (sum > limits.bytes && end > range.after) return end;
    end = id;
  }
  return sized.length < limits.rows ? range.upTo : end;
}

const selectRange = (db: AppDatabase, { after, upTo }: LogRange) =>
  db.kysely.selectFrom('change_log').where('id', '>', after).where('id', '<=', upTo).orderBy('id');

const sizeOf = ({ dialect }: AppDatabase) =>
  dialect === 'postgres'
    ? sql<number>`coalesce(octet_length(record::text), 0) + coalesce(octet_length(old_record::text), 0)`
    : sql<number>`coalesce(octet_length(record), 0) + coalesce(octet_length(old_record), 0)`;

export interface PruneLimits {
  /** Deletes older changes. */
  olderThan: string;
  /** Maximum number of remaining changes; the newest are kept. */
  keepRows: number;
}

/**
 * Prunes the log and returns the number of deleted rows. The newest row always stays, so that the highest id remains
 * readable.
 */
export async function pruneChangeLog(db: AppDatabase, limits: PruneLimits): Promise<number> {
  const latest = await db.latestChangeId();
  // Ids rise with time, so every row after the first recent row is recent.
  const firstRecent = await db.kysely
    .selectFrom('change_log')
    .select('id')
    .where('committed_at', '>=', limits.olderThan)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const keepFrom = Math.min(
    Math.max(firstRecent?.id ?? latest, latest - limits.keepRows + 1),
    latest,
  );
  const where = sql`id < ${keepFrom}`;
  return deleteInBatches(db.kysely, { table: 'change_log', where, isOrdered: true });
}

/**
 * Clears a user's data from the log, including changes of this transaction, so call it last. The emptied rows stay: a
 * resumed stream then reports that changes are missing.
 */
export async function clearChangesOf(
  { dialect }: AppDatabase,
  trx: Executor,
  subjects: readonly string[],
): Promise<void> {
  // PostgreSQL writes the log at the commit, or when its deferred triggers are set immediate.
  if (dialect === 'postgres') await sql`set constraints all immediate`.execute(trx);
  await forEachLogRange(trx, 'change_log', ({ from, to }) =>
    trx
      .updateTable('change_log')
      .set({ record: null, old_record: null, row_key: toJson({}) })
      .where('id', '>=', from)
      .where('id', '<=', to)
      .where((eb) => mentions(eb, ['record', 'old_record', 'row_key'], subjects))
      .execute(),
  );
}
