import { kiosks } from '#contract/rows/kiosks.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/** Read-only: admins write below `/admin/v1`, which validates the settings as a whole. */
export const kiosksTable = registerTable(kiosks, { policy: { select: adminOnly } });
