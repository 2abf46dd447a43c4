import { kiosks } from '#contract/rows/kiosks.ts';
import { registerTable } from '#server/tables/registry.ts';
import { kiosksPolicy } from './kiosks.policy.ts';

export const kiosksTable = registerTable(kiosks, {
  policy: kiosksPolicy,
});
