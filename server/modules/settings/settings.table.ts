import type { Setting } from '#contract/settings.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { settingsPolicy } from './settings.policy.ts';

export const settingsTable = defineTable<Setting>({
  name: 'settings',
  policy: settingsPolicy,
  primaryKey: ['key'],
  touchedColumn: 'updated_at',
  isLogged: true,
  columns: {
    key: column.text(),
    value: column.json(),
    updated_at: column.now(),
  },
});
