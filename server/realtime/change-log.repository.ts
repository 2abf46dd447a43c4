import type { Selectable } from 'kysely';
import {
  findChangeLogBounds,
  readChanges,
  type Stretch,
  type StretchLimits,
} from '#db/change-log.ts';
import { toWireTimestamp } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';
import type { ChangeLogTable } from '#db/schema/change-log.ts';
import type { LoggedChange } from './prepared-change.ts';

/** The durable list of all changes; ids rise in the order of commits. */
export interface ChangeLog {
  latestId(): Promise<number>;
  /** Changes of a stretch, oldest first, as many as the limits allow, and the id up to which they are complete. */
  read(
    stretch: Stretch,
    limits: StretchLimits,
  ): Promise<{ logged: readonly LoggedChange[]; upTo: number }>;
  /** Whether everything after `id` is still there. */
  reaches(id: number): Promise<boolean>;
  onGrowth(listener: (latestId: number) => void): () => void;
}

export function createChangeLog(db: AppDatabase): ChangeLog {
  return {
    latestId: () => db.latestChangeId(),
    onGrowth: (listener) => db.onChange(listener),
    async read(stretch, limits) {
      const { rows, upTo } = await readChanges(db, stretch, limits);
      const logged = rows.map((row) => ({
        id: row.id,
        table: row.table_name,
        record: row.record,
        oldRecord: withLongTexts(row),
        committedAt: toWireTimestamp(row.committed_at),
        bytes: row.bytes,
      }));
      return { logged, upTo };
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
