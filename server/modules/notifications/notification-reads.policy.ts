import type { NotificationRead } from '#contract/rows/notification-reads.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

const hersOrAdmin = byRole<NotificationRead>({
  authenticated: ownedBy('user_id'),
  service_role: always,
});

/** What she has read is her own affair. */
export const notificationReadsPolicy = definePolicy<NotificationRead>({
  select: hersOrAdmin,
  insert: hersOrAdmin,
  update: hersOrAdmin,
  delete: hersOrAdmin,
});
