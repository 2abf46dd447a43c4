import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { centreCodesPolicy } from './centre-codes.policy.ts';

export const centreCodesTable = defineTable<CentreCode>({
  name: 'centre_codes',
  policy: centreCodesPolicy,
  primaryKey: ['id'],
  uniqueKeys: [{ constraint: 'centre_codes_code_key', columns: ['code'] }],
  columns: {
    id: column.identity(),
    centre_name: column.text(),
    code: column.text(),
    plan_type: column.text(),
    plan_length: column.integer({ nullable: true }),
    uses_allowed: column.integer(),
    used_count: column.integer({ default: 0 }),
    valid_until: column.timestamp(),
    ended_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
  },
});
