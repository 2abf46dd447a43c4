import { expect, test } from 'vitest';
import type { AdminRole } from '#contract/constants/admin-roles.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { OWNER_ID, verbsOf } from '#tests/support/policy-verbs.ts';
import { notificationsPolicy } from './notifications.policy.ts';

/** Sent to all users; the admin has every permission. */
const SENT = {
  publish_at: '2026-02-01T00:00:00.000Z',
  created_at: '2026-02-01T00:00:00.000Z',
  announced_at: null,
  withdrawn_at: null,
  user_id: null,
  stage: null,
};
const ALL = { owner: 'select', other: 'select' };
const NONE = { owner: '', other: '' };

test.each([
  [
    'a notification to one user reaches only this user',
    { user_id: OWNER_ID },
    {},
    { owner: 'select', other: '' },
  ],
  ['a notification to all reaches every account', {}, {}, ALL],
  [
    'a notification to a stage reaches its users',
    { stage: 'BIRTHING' },
    { stage: 'BIRTHING' },
    ALL,
  ],
  [
    'a notification to another stage is hidden',
    { stage: 'BIRTHING' },
    { stage: 'POSTBIRTH' },
    NONE,
  ],
  ['a user who paused everything gets none', {}, { isPaused: true }, NONE],
  [
    'a withdrawn notification is hidden',
    { user_id: OWNER_ID, withdrawn_at: '2026-02-02T00:00:00.000Z' },
    {},
    NONE,
  ],
  [
    'a scheduled notification is hidden until it is announced',
    { user_id: OWNER_ID, publish_at: '2026-02-03T00:00:00.000Z' },
    {},
    NONE,
  ],
] as const)('%s', (_title, row, audience, expected) => {
  const reader = { stage: null, isPaused: false, ...audience };
  expect(verbsOf(notificationsPolicy, { ...SENT, ...row }, reader)).toEqual({
    ...expected,
    guest: '',
    admin: 'select insert update delete',
  });
});

test.each<[AdminRole, boolean]>([
  ['owner', true],
  ['helpdesk', true],
  ['reader', true],
  ['editor', false],
])('an answer to one user is shown to an admin who opens tickets: %s %s', (role, isShown) => {
  const admin = { id: 'a', email: 'a@example.org', role };
  const actor: Actor = { role: 'service_role', userId: null, sessionId: null, admin };
  // The policy reads no other column for an admin.
  const rowOf = (user_id: string | null) => ({ user_id }) as Parameters<typeof select.allows>[1];
  const { select, update, delete: remove } = notificationsPolicy;
  for (const rule of [select, update, remove]) {
    expect(rule.allows(actor, rowOf(OWNER_ID))).toBe(isShown);
    expect(rule.allows(actor, rowOf(null))).toBe(true);
  }
});
