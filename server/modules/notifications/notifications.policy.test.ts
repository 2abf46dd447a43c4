import { expect, test } from 'vitest';
import type { AdminRole } from '#contract/constants/admin-roles.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { notificationsPolicy } from './notifications.policy.ts';

test.each<[AdminRole, boolean]>([
  ['owner', true],
  ['helpdesk', true],
  ['reader', true],
  ['editor', false],
])(
  'the policy gives an admin with the role %s access to a notification to one user: %s',
  (role, isShown) => {
    const admin = { id: 'a', email: 'a@example.org', role };
    const actor: Actor = { role: 'service_role', userId: null, sessionId: null, admin };
    // The policy reads no other column for an admin.
    const rowOf = (user_id: string | null) => ({ user_id }) as Parameters<typeof select.allows>[1];
    const { select, update, delete: remove } = notificationsPolicy;
    for (const rule of [select, update, remove]) {
      expect(rule.allows(actor, rowOf(sampleUuid('user', 1)))).toBe(isShown);
      expect(rule.allows(actor, rowOf(null))).toBe(true);
    }
  },
);
