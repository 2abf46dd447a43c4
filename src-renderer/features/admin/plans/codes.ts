import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';

/** 'active', or why the code cannot be redeemed. */
export function codeStateOf(
  code: CentreCode,
  now: number,
): 'active' | 'ended' | 'over' | 'used up' {
  if (code.ended_at !== null) return 'ended';
  if (Date.parse(code.valid_until) < now) return 'over';
  return code.used_count >= code.uses_allowed ? 'used up' : 'active';
}

/** '3 months of premium access' */
export function giftOf({ plan_type, plan_length }: CentreCode): string {
  if (plan_length === null) return 'Premium access for life';
  const unit = plan_type === 'Trial' ? 'day' : 'month';
  return `${plan_length} ${unit}${plan_length === 1 ? '' : 's'} of premium access`;
}

/** The address in the QR code: the redeem page with the code filled in. */
export function codeAddress(siteUrl: string, { code }: Pick<CentreCode, 'code'>): string {
  return `${siteUrl.replace(/\/+$/, '')}/subscription?code=${groupCode(code)}`;
}
