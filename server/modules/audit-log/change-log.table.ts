import type { Change } from '#contract/rows/change-log.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { changeLogPolicy } from './change-log.policy.ts';

export const changeLogTable = defineTable<Change>({
  name: 'change_log',
  policy: changeLogPolicy,
  primaryKey: ['id'],
  columns: {
    id: column.identity(),
    table_name: column.text(),
    type: column.text(),
    row_key: column.json(),
    record: column.json({ nullable: true }),
    old_record: column.json({ nullable: true }),
    committed_at: column.now(),
  },
});
