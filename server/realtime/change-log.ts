import type { Selectable } from 'kysely';
import { findChangeLogBounds } from '#db/change-log.ts';
import { toWireTimestamp } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';
import type { ChangeLogTable } from '#db/schema/change-log.ts';
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

export function createChangeLog(db: AppDatabase): ChangeLog {
  return {
    latestId: () => db.latestChangeId(),
    onGrowth: (listener) => db.onChange(listener),
    async read(after, upTo, limit) {
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
        oldRecord: withLongTexts(row),
        committedAt: toWireTimestamp(row.committed_at),
      }));
    },
    reaches: async (id) => (await findChangeLogBounds(db)).oldest - 1 <= id,
  };
}

/** A long text that an update left as it was stands in the new record alone. */
function withLongTexts({
  record,
  old_record,
}: Pick<Selectable<ChangeLogTable>, 'record' | 'old_record'>) {
  return record === null || old_record === null ? old_record : { ...record, ...old_record };
}
