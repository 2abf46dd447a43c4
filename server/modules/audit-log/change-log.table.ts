import { changeLog } from '#contract/rows/change-log.ts';
import { registerTable } from '#server/tables/registry.ts';
import { changeLogPolicy } from './change-log.policy.ts';

export const changeLogTable = registerTable(changeLog, {
  policy: changeLogPolicy,
});
