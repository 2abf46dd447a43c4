import { type SqlBool, sql } from 'kysely';
import type { Notification } from '#contract/rows/notifications.ts';
import { mayAs } from '#server/core/actors/admin-role.ts';
import {
  adminOnly,
  allOf,
  anyOf,
  byRole,
  columnIsNotNull,
  columnIsNull,
  definePolicy,
  notAfter,
  ownedBy,
  type Rule,
} from '#server/tables/rules.ts';

/** A notification to everyone reaches the users in its stage, unless they have paused all notifications. */
const reachesUser: Rule<Notification> = {
  allows: ({ audience }, { stage }) =>
    !audience?.isPaused && (stage === null || stage === audience?.stage),
  filter: ({ userId }) => sql<SqlBool>`(
    not exists (select 1 from profiles
      where profiles.id = ${userId} and cast(profiles.preferences -> 'paused' as text) = 'true')
    and (stage is null or stage =
      (select profiles.preferences ->> 'stage' from profiles where profiles.id = ${userId})))`,
  isPubliclyCacheable: false,
};

/** Published at insert or later by the server. Reaching `publish_at` is not enough: it causes no change event. */
const isPublished = anyOf<Notification>(
  notAfter('publish_at', 'created_at'),
  columnIsNotNull('announced_at'),
);

/** A notification to one user may answer a ticket, so it requires a role that may read tickets. */
const mayReadTickets: Rule<Notification> = {
  allows: (actor) => mayAs(actor, 'read', 'support'),
  filter: (actor) => mayAs(actor, 'read', 'support'),
  isPubliclyCacheable: false,
};
const mayBeSeenByAdmin = anyOf<Notification>(columnIsNull('user_id'), mayReadTickets);

/** Published notifications that were not withdrawn, for the user or for their stage. */
export const notificationsPolicy = definePolicy<Notification>({
  select: byRole({
    authenticated: allOf<Notification>(
      isPublished,
      columnIsNull('withdrawn_at'),
      anyOf(
        ownedBy<Notification>('user_id'),
        allOf(columnIsNull<Notification>('user_id'), reachesUser),
      ),
    ),
    service_role: mayBeSeenByAdmin,
  }),
  insert: adminOnly,
  update: byRole({ service_role: mayBeSeenByAdmin }),
  delete: byRole({ service_role: mayBeSeenByAdmin }),
});
