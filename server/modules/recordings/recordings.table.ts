import { recordings } from '#contract/rows/recordings.ts';
import { registerTable } from '#server/tables/table-definition.ts';
import { recordingsPolicy } from './recordings.policy.ts';

export const recordingsTable = registerTable(recordings, {
  policy: recordingsPolicy,
});
