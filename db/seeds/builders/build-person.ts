import type { Insertable } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import type { ProfilesTable } from '#db/schema/profiles.ts';
import type { SubscriptionsTable } from '#db/schema/subscriptions.ts';
import { sampleUuid } from '../sample-uuid.ts';

/** The n-th sample person: always the same id and address, never those of somebody real. */
export function buildUser(
  number = 1,
  overrides: Partial<Insertable<UsersTable>> = {},
): Insertable<UsersTable> {
  return {
    id: sampleUuid('user', number),
    email: `sample${number}@example.org`,
    password_hash: null,
    email_confirmed_at: '2026-01-01T08:00:00.000Z',
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
  overrides: Partial<Insertable<ProfilesTable>> = {},
): Insertable<ProfilesTable> {
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
  overrides: Partial<Insertable<SubscriptionsTable>> = {},
): Insertable<SubscriptionsTable> {
  return {
    user_id: sampleUuid('user', number),
    plan_type: 'Premium',
    status: 'active',
    start_date: '2026-01-01T08:00:00.000Z',
    end_date: null,
    ...overrides,
  };
}
