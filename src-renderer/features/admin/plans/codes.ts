import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';
import { formatCount } from '../shared/format.ts';

/** 'active', or why the code cannot be redeemed. */
export function codeStateOf(
  code: CentreCode,
  now: number,
): 'active' | 'ended' | 'expired' | 'used up' {
  if (code.ended_at !== null) return 'ended';
  if (Date.parse(code.valid_until) < now) return 'expired';
  return code.used_count >= code.uses_allowed ? 'used up' : 'active';
}

/** '3 months of premium access' */
export function giftOf({ plan_type, plan_length }: CentreCode): string {
  if (plan_length === null) return 'Premium access for life';
  const unit = plan_type === 'Trial' ? 'day' : 'month';
  return `${formatCount(plan_length, unit, `${unit}s`)} of premium access`;
}

/** The address in the QR code: the redeem page with the code filled in. */
export function codeAddress(siteUrl: string, { code }: Pick<CentreCode, 'code'>): string {
  return `${siteUrl}/subscription?code=${groupCode(code)}`;
}
