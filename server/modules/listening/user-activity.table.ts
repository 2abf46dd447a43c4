import { type UserActivity, userActivity } from '#contract/rows/user-activity.ts';
import { hasConsent } from '#server/modules/privacy/consents.usecases.ts';
import { audioContentPolicy } from '#server/modules/tracks/audio-content.policy.ts';
import { registerTable } from '#server/tables/registry.ts';
import { ownedBy } from '#server/tables/rules.ts';
import { deletePlays } from './user-activity.repository.ts';

const own = ownedBy<UserActivity>('user_id');

/** Users access their own log; no one else can read it, including admins. */
export const userActivityTable = registerTable(userActivity, {
  policy: { select: own, insert: own },
  visibleParents: { content_id: audioContentPolicy.select },
  insertable: { authenticated: ['user_id', 'content_id', 'action_type'] },
  /** A trigger counts every play anonymously; the row is kept only with consent. */
  async afterInsert({ trx, dialect, keys, actor: { userId } }) {
    if (userId === null) return keys;
    if (await hasConsent(trx, dialect, { userId, kind: 'play_log' })) return keys;
    await deletePlays(trx, dialect, keys);
    return [];
  },
});
