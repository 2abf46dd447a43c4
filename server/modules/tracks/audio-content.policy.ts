import type { AudioContent } from '#contract/rows/audio-content.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { always, byRole, columnIs } from '#server/tables/rules.ts';

const isEnabled = columnIs<AudioContent, 'enabled'>('enabled', true);

/** Everybody hears what is enabled; the admin sees and changes everything. */
export const audioContentPolicy = definePolicy<AudioContent>({
  select: byRole({ anon: isEnabled, authenticated: isEnabled, service_role: always }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
