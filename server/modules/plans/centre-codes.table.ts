import { centreCodes } from '#contract/rows/centre-codes.ts';
import { registerTable } from '#server/tables/table-definition.ts';
import { centreCodesPolicy } from './centre-codes.policy.ts';

export const centreCodesTable = registerTable(centreCodes, {
  policy: centreCodesPolicy,
});
