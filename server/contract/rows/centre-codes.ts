import { PLANS } from '../constants/plans.ts';
import { parseShortCode } from '../constants/short-code.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

export const CODE_LENGTH = 8;

/** Normalises a typed code; undefined if invalid. Ignores case, spaces and dashes. */
export function parseCode(typed: string): string | undefined {
  return parseShortCode(typed, CODE_LENGTH);
}

/** 'ABCDEFGH' → 'ABCD-EFGH', for display. */
export function groupCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** Admins only. */
export const centreCodes = defineTable('centre_codes', {
  area: 'plans',
  primaryKey: ['id'],
  pagesMay: 'read',
  uniqueKeys: [['code']],
  columns: {
    id: column.identity(),
    centre_name: column.text({ max: 200 }),
    /** Eight characters, without the dash. */
    code: column.text({ max: 40 }),
    plan_type: column.oneOf(PLANS, { max: 100 }),
    /** Months (Monthly) or days (Trial); null for Lifetime. */
    plan_length: column.integer({ nullable: true }),
    uses_allowed: column.integer(),
    /** Includes users erased since. */
    used_count: column.integer({ default: 0 }),
    /** Last moment it can be redeemed. */
    valid_until: column.timestamp(),
    ended_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
  },
});
export type CentreCode = RowOf<typeof centreCodes>;

export const codeRedemptions = defineTable('code_redemptions', {
  area: 'plans',
  primaryKey: ['code_id', 'user_id'],
  pagesMay: 'read',
  references: { code_id: 'centre_codes', user_id: 'users' },
  columns: {
    code_id: column.integer(),
    user_id: column.uuid(),
    redeemed_at: column.now(),
  },
});
