import type { AudioContent } from '#contract/rows/audio-content.ts';
import { adminOnly, always, byRole, columnIs, definePolicy } from '#server/tables/rules.ts';

const isEnabled = columnIs<AudioContent, 'enabled'>('enabled', true);

/** Enabled tracks are public; admins read and write all. */
export const audioContentPolicy = definePolicy<AudioContent>({
  select: byRole({ anon: isEnabled, authenticated: isEnabled, service_role: always }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
