import type { CodeRedemption } from '#contract/rows/centre-codes.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { codeRedemptionsPolicy } from './code-redemptions.policy.ts';

export const codeRedemptionsTable = defineTable<CodeRedemption>({
  name: 'code_redemptions',
  policy: codeRedemptionsPolicy,
  primaryKey: ['code_id', 'user_id'],
  foreignKeys: [
    {
      constraint: 'code_redemptions_code_id_fkey',
      column: 'code_id',
      references: { table: 'centre_codes', column: 'id' },
    },
    {
      constraint: 'code_redemptions_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
  ],
  columns: {
    code_id: column.integer(),
    user_id: column.uuid(),
    redeemed_at: column.now(),
  },
});
