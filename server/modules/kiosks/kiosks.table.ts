import type { Kiosk } from '#contract/rows/kiosks.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { kiosksPolicy } from './kiosks.policy.ts';

const optionalTime = column.timestamp({ nullable: true });

export const kiosksTable = defineTable<Kiosk>({
  name: 'kiosks',
  policy: kiosksPolicy,
  primaryKey: ['id'],
  isLogged: true,
  columns: {
    id: column.identity(),
    is_own: column.boolean(),
    version: column.text({ nullable: true }),
    state: column.text({ nullable: true }),
    last_seen_at: optionalTime,
    started_at: optionalTime,
    last_input_at: optionalTime,
    last_sound_at: optionalTime,
    troubles: column.json(),
    settings: column.json(),
    restart_asked_at: optionalTime,
    restart_due_at: optionalTime,
    created_at: column.now(),
  },
});
