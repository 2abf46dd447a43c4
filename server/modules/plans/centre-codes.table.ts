import { centreCodes } from '#contract/rows/centre-codes.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/** Read-only: other endpoints create and end codes, and keep them out of the audit log. */
export const centreCodesTable = registerTable(centreCodes, { policy: { select: adminOnly } });
