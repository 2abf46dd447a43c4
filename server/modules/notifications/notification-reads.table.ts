import { notificationReads } from '#contract/rows/notification-reads.ts';
import { registerTable } from '#server/tables/registry.ts';
import { ownerOrAdmin } from '#server/tables/rules.ts';
import { notificationsPolicy } from './notifications.policy.ts';

/** Users access only their own read marks. */
export const notificationReadsTable = registerTable(notificationReads, {
  policy: {
    select: ownerOrAdmin('user_id'),
    insert: ownerOrAdmin('user_id'),
    update: ownerOrAdmin('user_id'),
    delete: ownerOrAdmin('user_id'),
  },
  visibleParents: { notification_id: notificationsPolicy.select },
});
