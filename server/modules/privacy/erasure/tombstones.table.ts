import { tombstones } from '#contract/rows/tombstones.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/** Admins read; only erasure writes. */
export const tombstonesTable = registerTable(tombstones, { policy: { select: adminOnly } });
