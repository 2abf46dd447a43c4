import { tombstones } from '#contract/rows/tombstones.ts';
import { registerTable } from '#server/tables/registry.ts';
import { tombstonesPolicy } from './tombstones.policy.ts';

export const tombstonesTable = registerTable(tombstones, {
  policy: tombstonesPolicy,
});
