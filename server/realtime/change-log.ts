import { findChangeLogBounds } from '#db/change-log.ts';
import { toWireTimestamp } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';
import type { LoggedChange } from './prepared-change.ts';

/** The durable list of all changes; ids rise in the order of commits. */
export interface ChangeLog {
  latestId(): Promise<number>;
  /** Changes after `after` up to and with `upTo`, oldest first. */
  read(after: number, upTo: number, limit: number): Promise<LoggedChange[]>;
  /** Whether everything after `id` is still there. */
  reaches(id: number): Promise<boolean>;
  onGrowth(listener: (latestId: number) => void): () => void;
}

/** `beforeRead`: what the rendering of rows may hang on, such as the owner's switches, is brought up to date first. */
export function createChangeLog(
  db: AppDatabase,
  beforeRead: () => Promise<unknown> = async () => undefined,
): ChangeLog {
  return {
    latestId: () => db.latestChangeId(),
    onGrowth: (listener) => db.onChange(listener),
    async read(after, upTo, limit) {
      await beforeRead();
      const rows = await db.kysely
        .selectFrom('change_log')
        .select(['id', 'table_name', 'record', 'old_record', 'committed_at'])
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        table: row.table_name,
        record: row.record,
        oldRecord: row.old_record,
        committedAt: toWireTimestamp(row.committed_at),
      }));
    },
    reaches: async (id) => (await findChangeLogBounds(db)).oldest - 1 <= id,
  };
}
