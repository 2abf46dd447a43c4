import type { Tombstone } from '#contract/rows/tombstones.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { tombstonesPolicy } from './tombstones.policy.ts';

export const tombstonesTable = defineTable<Tombstone>({
  name: 'tombstones',
  policy: tombstonesPolicy,
  primaryKey: ['kind', 'subject_hash'],
  columns: {
    kind: column.text(),
    subject_hash: column.text(),
    erased_at: column.now(),
  },
});
