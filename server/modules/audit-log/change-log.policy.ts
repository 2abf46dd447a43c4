import type { Change } from '#contract/rows/change-log.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { byRole, columnIn } from '#server/tables/rules.ts';

/** What the admin may read in the tables themselves: of favorites and places in tracks, nothing. */
const OPEN_TO_ADMIN = [
  'audio_content',
  'deletion_requests',
  'kiosks',
  'notifications',
  'profiles',
  'recordings',
  'settings',
  'subscriptions',
  'support_tickets',
] as const;

/** The admin reads it; triggers alone write it. */
export const changeLogPolicy = definePolicy<Change>({
  select: byRole({ service_role: columnIn('table_name', OPEN_TO_ADMIN) }),
});
