import { kiosks } from '#contract/rows/kiosks.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/** Admins read here and write below `/admin/v1`, where settings are validated as a whole. */
export const kiosksTable = registerTable(kiosks, { policy: { select: adminOnly } });
