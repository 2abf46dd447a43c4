import type { Recording } from '#contract/rows/recordings.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { recordingsPolicy } from './recordings.policy.ts';

export const recordingsTable = defineTable<Recording>({
  name: 'recordings',
  policy: recordingsPolicy,
  primaryKey: ['path'],
  isLogged: true,
  columns: {
    path: column.text(),
    state: column.text({ default: 'waiting' }),
    bytes: column.integer(),
    codec: column.text({ nullable: true }),
    bitrate: column.integer({ nullable: true }),
    seconds: column.real({ nullable: true }),
    loudness_lufs: column.real({ nullable: true }),
    true_peak_db: column.real({ nullable: true }),
    target_lufs: column.real({ nullable: true }),
    levelled_path: column.text({ nullable: true }),
    levelled_lufs: column.real({ nullable: true }),
    levelled_peak_db: column.real({ nullable: true }),
    failure: column.text({ nullable: true }),
    is_stopped: column.boolean({ default: false }),
    progress: column.real({ nullable: true }),
    peaks: column.json({ nullable: true }),
    wanted_kbits: column.integer({ nullable: true }),
    levelled_bytes: column.integer({ nullable: true }),
    levelled_kbits: column.integer({ nullable: true }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
