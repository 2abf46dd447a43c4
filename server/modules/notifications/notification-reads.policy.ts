import type { NotificationRead } from '#contract/rows/notification-reads.ts';
import { always, byRole, definePolicy, ownedBy } from '#server/tables/rules.ts';

const ownerOrAdmin = byRole<NotificationRead>({
  authenticated: ownedBy('user_id'),
  service_role: always,
});

/** Users access only their own read marks. */
export const notificationReadsPolicy = definePolicy<NotificationRead>({
  select: ownerOrAdmin,
  insert: ownerOrAdmin,
  update: ownerOrAdmin,
  delete: ownerOrAdmin,
});
