import { codeRedemptions } from '#contract/rows/centre-codes.ts';
import { registerTable } from '#server/tables/registry.ts';
import { codeRedemptionsPolicy } from './code-redemptions.policy.ts';

export const codeRedemptionsTable = registerTable(codeRedemptions, {
  policy: codeRedemptionsPolicy,
});
