import { z } from 'zod';
import { PLANS } from '../words/plans.ts';
import { parseShortCode } from '../words/short-code.ts';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const CODE_LENGTH = 8;

/** As it was typed → as it is kept; undefined for what cannot be a code. Case, spaces and dashes do not matter. */
export function parseCode(typed: string): string | undefined {
  return parseShortCode(typed, CODE_LENGTH);
}

/** 'ABCDEFGH' → 'ABCD-EFGH', as it is printed. */
export function groupCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** What only the admin reads, as all of `centre_codes`. */
export const centreCodeSchema = z.object({
  id: idSchema,
  centre_name: z.string(),
  code: z.string(),
  plan_type: z.enum(PLANS),
  /** Months of a Monthly plan, days of a Trial; null for Lifetime. */
  plan_length: z.int().positive().nullable(),
  uses_allowed: z.int().positive(),
  used_count: z.int().nonnegative(),
  /** The last moment it can be redeemed. */
  valid_until: timestampSchema,
  ended_at: timestampSchema.nullable(),
  created_at: timestampSchema,
});
export type CentreCode = z.infer<typeof centreCodeSchema>;

export const codeRedemptionSchema = z.object({
  code_id: idSchema,
  user_id: userIdSchema,
  redeemed_at: timestampSchema,
});
export type CodeRedemption = z.infer<typeof codeRedemptionSchema>;
