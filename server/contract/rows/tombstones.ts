import { column, defineTable } from './define-table.ts';

/** Erased subjects, as hashes: after a restore they are erased again. */
export const tombstones = defineTable('tombstones', {
  area: 'privacy',
  primaryKey: ['kind', 'subject_hash'],
  pagesMay: 'read',
  columns: {
    kind: column.text(),
    subject_hash: column.text(),
    erased_at: column.now(),
  },
});
