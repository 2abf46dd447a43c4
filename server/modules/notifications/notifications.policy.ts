import type { Notification } from '#contract/notifications.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import {
  allOf,
  always,
  anyOf,
  byRole,
  columnIsNull,
  hasCome,
  ownedBy,
} from '#server/tables/rules.ts';

/** What is published and not withdrawn, for everybody or for her. */
export const notificationsPolicy = definePolicy<Notification>({
  select: byRole({
    authenticated: allOf<Notification>(
      anyOf(columnIsNull<Notification>('user_id'), ownedBy<Notification>('user_id')),
      hasCome('publish_at'),
      columnIsNull('withdrawn_at'),
    ),
    service_role: always,
  }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
