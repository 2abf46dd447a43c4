import { recordings } from '#contract/rows/recordings.ts';
import { registerTable } from '#server/tables/registry.ts';
import { recordingsPolicy } from './recordings.policy.ts';

export const recordingsTable = registerTable(recordings, {
  policy: recordingsPolicy,
});
