import { centreCodes } from '#contract/rows/centre-codes.ts';
import { registerTable } from '#server/tables/registry.ts';
import { centreCodesPolicy } from './centre-codes.policy.ts';

export const centreCodesTable = registerTable(centreCodes, {
  policy: centreCodesPolicy,
});
