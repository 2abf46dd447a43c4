import { PUBLIC_SETTING_KEYS, type Setting } from '#contract/rows/settings.ts';
import { adminOnly, always, byRole, columnIn, definePolicy } from '#server/tables/rules.ts';

const isPublic = columnIn<Setting, 'key'>('key', PUBLIC_SETTING_KEYS);

/** Public keys are readable by everyone, others by admins. */
export const settingsPolicy = definePolicy<Setting>({
  select: byRole({ anon: isPublic, authenticated: isPublic, service_role: always }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
