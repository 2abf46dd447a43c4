import { changeLog } from '#contract/rows/change-log.ts';
import { registerTable } from '#server/tables/table-definition.ts';
import { changeLogPolicy } from './change-log.policy.ts';

export const changeLogTable = registerTable(changeLog, {
  policy: changeLogPolicy,
});
