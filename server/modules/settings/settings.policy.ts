import { PUBLIC_SETTING_KEYS, type Setting } from '#contract/rows/settings.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { always, byRole, columnIn } from '#server/tables/rules.ts';

const isPublic = columnIn<Setting, 'key'>('key', PUBLIC_SETTING_KEYS);

/** Everybody reads the public keys; the rest is the admin's. */
export const settingsPolicy = definePolicy<Setting>({
  select: byRole({ anon: isPublic, authenticated: isPublic, service_role: always }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
