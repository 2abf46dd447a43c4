import type { Kiosk } from '#contract/rows/kiosks.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/** The admin reads them here and changes them below `/admin/v1`, where what is written is checked as a whole. */
export const kiosksPolicy = definePolicy<Kiosk>({
  select: adminOnly,
});
