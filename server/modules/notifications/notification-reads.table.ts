import { notificationReads } from '#contract/rows/notification-reads.ts';
import { registerTable } from '#server/tables/registry.ts';
import { notificationReadsPolicy } from './notification-reads.policy.ts';
import { notificationsPolicy } from './notifications.policy.ts';

export const notificationReadsTable = registerTable(notificationReads, {
  policy: notificationReadsPolicy,
  visibleParents: { notification_id: notificationsPolicy.select },
});
