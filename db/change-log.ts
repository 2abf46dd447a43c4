import { type Kysely, sql } from 'kysely';
import { toJson } from './codecs.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { throughLog } from './in-turns.ts';
import { mentions } from './json-mentions.ts';
import type { AppDatabase } from './open.ts';
import type { Database } from './schema/database.ts';

export interface ChangeLogBounds {
  /** The oldest id still kept; a reader that has seen everything below it can continue without a gap. */
  oldest: number;
  /** Zero before the first change. */
  latest: number;
}

/**
 * How far the log reaches. Whoever saw `n` can continue when `oldest - 1 <= n && n <= latest`; otherwise
 * the log was pruned past them, or a backup was restored, and they must start afresh.
 */
export async function findChangeLogBounds(db: AppDatabase): Promise<ChangeLogBounds> {
  const latest = await db.latestChangeId();
  const first = await db.kysely
    .selectFrom('change_log')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { oldest: first?.id ?? latest + 1, latest };
}

export interface Stretch {
  readonly after: number;
  readonly upTo: number;
}

/** What of the log is taken into memory at one go; one change at least, however large it is. */
export interface StretchLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** Changes of a stretch, oldest first, and the id up to which they are complete. */
export async function readChanges(db: AppDatabase, stretch: Stretch, limits: StretchLimits) {
  const upTo = await findEnd(db, stretch, limits);
  const rows = await within(db, { ...stretch, upTo })
    .select(['id', 'table_name', 'record', 'old_record', 'committed_at', weightIn(db).as('bytes')])
    .execute();
  return { rows, upTo };
}

/** Sizes are looked at first: on SQLite they are found without reading what has them. */
async function findEnd(db: AppDatabase, stretch: Stretch, limits: StretchLimits): Promise<number> {
  if (stretch.upTo - stretch.after <= 1) return stretch.upTo;
  const sized = await within(db, stretch)
    .select(['id', weightIn(db).as('bytes')])
    .limit(limits.rows)
    .execute();
  let end = stretch.after;
  let sum = 0;
  for (const { id, bytes } of sized) {
    sum += bytes;
    if (sum > limits.bytes && end > stretch.after) return end;
    end = id;
  }
  return sized.length < limits.rows ? stretch.upTo : end;
}

const within = (db: AppDatabase, { after, upTo }: Stretch) =>
  db.kysely.selectFrom('change_log').where('id', '>', after).where('id', '<=', upTo).orderBy('id');

const weightIn = ({ dialect }: AppDatabase) =>
  dialect === 'postgres'
    ? sql<number>`coalesce(octet_length(record::text), 0) + coalesce(octet_length(old_record::text), 0)`
    : sql<number>`coalesce(octet_length(record), 0) + coalesce(octet_length(old_record), 0)`;

export interface PruneLimits {
  /** Older changes go… */
  olderThan: string;
  /** …and of the rest, all but the newest this many. */
  keepRows: number;
}

/**
 * Shortens the log and answers how many rows went. The newest row always stays, so that the highest id
 * remains readable.
 */
export async function pruneChangeLog(db: AppDatabase, limits: PruneLimits): Promise<number> {
  const latest = await db.latestChangeId();
  // Ids rise with time, so the first row that is young enough ends the search.
  const young = await db.kysely
    .selectFrom('change_log')
    .select('id')
    .where('committed_at', '>=', limits.olderThan)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const keepFrom = Math.min(Math.max(young?.id ?? latest, latest - limits.keepRows + 1), latest);
  return deleteInBatches(db, 'change_log', sql`where id < ${keepFrom} order by id`);
}

/**
 * Takes what the log says about a person out of it, this transaction's own changes included, so call it
 * last. The rows stay, empty: whoever comes back to the stream is told that something is missing.
 */
export async function emptyChangesOf(
  { dialect }: AppDatabase,
  trx: Kysely<Database>,
  subjects: readonly string[],
): Promise<void> {
  // There the log is written at the commit, or when asked for.
  if (dialect === 'postgres') await sql`set constraints all immediate`.execute(trx);
  await throughLog(trx, 'change_log', ({ from, to }) =>
    trx
      .updateTable('change_log')
      .set({ record: null, old_record: null, row_key: toJson({}) })
      .where('id', '>=', from)
      .where('id', '<=', to)
      .where((eb) => mentions(eb, ['record', 'old_record', 'row_key'], subjects))
      .execute(),
  );
}
