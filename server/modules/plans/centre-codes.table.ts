import { centreCodes } from '#contract/rows/centre-codes.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/** Admins read; codes are created and ended by endpoints that keep the code out of the audit log. */
export const centreCodesTable = registerTable(centreCodes, { policy: { select: adminOnly } });
