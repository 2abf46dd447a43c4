import type { Insertable } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { sampleUuid } from '../sample-uuid.ts';
import { rowBuilder } from './row-builder.ts';

export const buildPlay = rowBuilder<'user_activity'>((number) => ({
  user_id: sampleUuid('user', number),
  content_id: 1,
  action_type: 'play',
}));

export const buildFavorite = rowBuilder<'favorites'>((number) => ({
  user_id: sampleUuid('user', number),
  content_id: 1,
}));

export const buildTicket = rowBuilder<'support_tickets'>((number) => ({
  user_id: sampleUuid('user', number),
  subject: 'Sample: the sound stops',
  message: 'This is a sample message. The sound stops when my screen locks.',
  status: 'open',
  answer: null,
  answered_at: null,
}));

export function buildNotification(
  overrides: Partial<Insertable<Database['notifications']>> = {},
): Insertable<Database['notifications']> {
  return {
    user_id: null,
    title: 'Sample: a new meditation',
    body: 'This is a sample notification to everybody.',
    stage: null,
    withdrawn_at: null,
    ...overrides,
  };
}

export function buildCentreCode(
  overrides: Partial<Insertable<Database['centre_codes']>> = {},
): Insertable<Database['centre_codes']> {
  return {
    centre_name: 'Sample Birth Centre',
    code: 'SAMP2345',
    plan_type: 'Monthly',
    plan_length: 3,
    uses_allowed: 20,
    used_count: 0,
    ended_at: null,
    valid_until: '2099-12-31T23:59:59.999Z',
    ...overrides,
  };
}

export const buildNewsletterSubscriber = rowBuilder<'newsletter_subscribers'>((number) => ({
  email: `sample${number}@example.org`,
  status: 'pending',
  token_hash: sampleUuid('newsletter token', number),
  source: 'landing',
  text_version: 'sample',
}));

export const buildDeletionRequest = rowBuilder<'deletion_requests'>((number) => ({
  user_id: sampleUuid('user', number),
  email: `sample${number}@example.org`,
  reason: 'not-using',
  feedback: null,
  data_download: false,
  status: 'received',
}));
