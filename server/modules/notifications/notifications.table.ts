import { notifications } from '#contract/rows/notifications.ts';
import { registerTable } from '#server/tables/registry.ts';
import { notificationsPolicy } from './notifications.policy.ts';

export const notificationsTable = registerTable(notifications, {
  policy: notificationsPolicy,
});
