import { type SqlBool, sql } from 'kysely';
import type { Notification } from '#contract/rows/notifications.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import {
  allOf,
  always,
  anyOf,
  byRole,
  columnIsNotNull,
  columnIsNull,
  notAfter,
  ownedBy,
  type Rule,
} from '#server/tables/rules.ts';

/** Words to everybody reach those in the stage they are for, and nobody who has paused everything. */
const reachesHer: Rule<Notification> = {
  allows: ({ audience }, { stage }) =>
    !audience?.isPaused && (stage === null || stage === audience?.stage),
  filter: ({ userId }) => sql<SqlBool>`(
    not exists (select 1 from profiles
      where profiles.id = ${userId} and cast(profiles.preferences -> 'paused' as text) = 'true')
    and (stage is null or stage =
      (select profiles.preferences ->> 'stage' from profiles where profiles.id = ${userId})))`,
  isAlike: false,
};

/** Due when it was written, or published since: never by the mere passing of time, which has no event. */
const isPublished = anyOf<Notification>(
  notAfter('publish_at', 'created_at'),
  columnIsNotNull('announced_at'),
);

/** What is published and not withdrawn, for her alone or for all in her stage. */
export const notificationsPolicy = definePolicy<Notification>({
  select: byRole({
    authenticated: allOf<Notification>(
      isPublished,
      columnIsNull('withdrawn_at'),
      anyOf(
        ownedBy<Notification>('user_id'),
        allOf(columnIsNull<Notification>('user_id'), reachesHer),
      ),
    ),
    service_role: always,
  }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
