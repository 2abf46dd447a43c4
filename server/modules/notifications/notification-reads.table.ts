import { type NotificationRead, notificationReads } from '#contract/rows/notification-reads.ts';
import { registerTable } from '#server/tables/registry.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';
import { notificationsPolicy } from './notifications.policy.ts';

const ownerOrAdmin = byRole<NotificationRead>({
  authenticated: ownedBy('user_id'),
  service_role: always,
});

/** Users access only their own read marks. */
export const notificationReadsTable = registerTable(notificationReads, {
  policy: {
    select: ownerOrAdmin,
    insert: ownerOrAdmin,
    update: ownerOrAdmin,
    delete: ownerOrAdmin,
  },
  visibleParents: { notification_id: notificationsPolicy.select },
});
