import type { Insertable } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import type { Database } from '#db/schema/database.ts';
import { sampleUuid } from '../sample-uuid.ts';

/** The n-th sample user: always the same id and address, never a real one. */
export function buildUser(
  number = 1,
  overrides: Partial<Insertable<UsersTable>> = {},
): Insertable<UsersTable> {
  return {
    id: sampleUuid('user', number),
    email: `sample${number}@example.org`,
    password_hash: null,
    email_confirmed_at: '2026-01-01T08:00:00.000Z',
    email_proved_at: '2026-01-01T08:00:00.000Z',
    user_metadata: toJson({ email_verified: true }),
    app_metadata: toJson({ provider: 'email', providers: ['email'] }),
    identity_id: sampleUuid('identity', number),
    created_at: '2026-01-01T08:00:00.000Z',
    updated_at: '2026-01-01T08:00:00.000Z',
    ...overrides,
  };
}

export function buildProfile(
  number = 1,
  overrides: Partial<Insertable<Database['profiles']>> = {},
): Insertable<Database['profiles']> {
  return {
    id: sampleUuid('user', number),
    username: `Sample Mother ${number}`,
    avatar_url: null,
    preferences: toJson({}),
    ...overrides,
  };
}

export function buildSubscription(
  number = 1,
  overrides: Partial<Insertable<Database['subscriptions']>> = {},
): Insertable<Database['subscriptions']> {
  return {
    user_id: sampleUuid('user', number),
    plan_type: 'Premium',
    status: 'active',
    start_date: '2026-01-01T08:00:00.000Z',
    end_date: null,
    ...overrides,
  };
}
