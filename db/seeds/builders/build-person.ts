import { toJson } from '#db/codecs.ts';
import { sampleUuid } from '../sample-uuid.ts';
import { rowBuilder } from './row-builder.ts';

/** The n-th sample user: always the same id and address, never a real one. */
export const buildUser = rowBuilder<'users'>((number) => ({
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
}));

export const buildProfile = rowBuilder<'profiles'>((number) => ({
  id: sampleUuid('user', number),
  username: `Sample Mother ${number}`,
  avatar_url: null,
  preferences: toJson({}),
}));

export const buildSubscription = rowBuilder<'subscriptions'>((number) => ({
  user_id: sampleUuid('user', number),
  plan_type: 'Premium',
  status: 'active',
  start_date: '2026-01-01T08:00:00.000Z',
  end_date: null,
}));
