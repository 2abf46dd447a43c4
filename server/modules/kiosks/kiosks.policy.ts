import type { Kiosk } from '#contract/rows/kiosks.ts';
import { adminOnly, definePolicy } from '#server/tables/rules.ts';

/** Admins read here and write below `/admin/v1`, where settings are validated as a whole. */
export const kiosksPolicy = definePolicy<Kiosk>({
  select: adminOnly,
});
