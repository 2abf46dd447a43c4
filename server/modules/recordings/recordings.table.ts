import { recordings } from '#contract/rows/recordings.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/** Admins read; only the server writes. */
export const recordingsTable = registerTable(recordings, { policy: { select: adminOnly } });
