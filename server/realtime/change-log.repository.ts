import type { Selectable } from 'kysely';
import { findOldestChangeId, type LogRange, type ReadLimits, readChanges } from '#db/change-log.ts';
import { toWireTimestamp } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';
import type { ChangeLogTable } from '#db/schema/change-log.ts';
import type { LoggedChange } from './prepared-change.ts';

export type ChangeLog = ReturnType<typeof createChangeLog>;

/** The durable log of all changes; ids increase in commit order. */
export function createChangeLog(db: AppDatabase) {
  return {
    latestId: () => db.latestChangeId(),
    onGrowth: (listener: (latestId: number) => void) => db.onChange(listener),
    /** Reads the changes of a range, oldest first, until a limit is reached. No change up to id `upTo` is missing. */
    async read(range: LogRange, limits: ReadLimits) {
      const { rows, upTo } = await readChanges(db, range, limits);
      const logged: LoggedChange[] = rows.map((row) => ({
        id: row.id,
        table: row.table_name,
        record: row.record,
        oldRecord: withLongTexts(row),
        committedAt: toWireTimestamp(row.committed_at),
        bytes: row.bytes,
      }));
      return { logged, upTo };
    },
    /** True if the log still has every change after `id`. */
    reaches: async (id: number) => (await findOldestChangeId(db)) - 1 <= id,
  };
}

/** Completes the old record: a long text that an update did not change is stored only in the new one. */
function withLongTexts({
  record,
  old_record,
}: Pick<Selectable<ChangeLogTable>, 'record' | 'old_record'>) {
  return record === null || old_record === null ? old_record : { ...record, ...old_record };
}
