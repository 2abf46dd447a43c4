import { changeLog } from '#contract/rows/change-log.ts';
import { registerTable } from '#server/tables/registry.ts';
import { byRole, columnIn } from '#server/tables/rules.ts';

/** Tables that admins may read in the change log: excludes favorites and playback positions. */
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

/** Admins read; only triggers write. */
export const changeLogTable = registerTable(changeLog, {
  policy: { select: byRole({ service_role: columnIn('table_name', OPEN_TO_ADMIN) }) },
});
