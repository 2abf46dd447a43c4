import type { Insertable } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { sampleUuid } from '../sample-uuid.ts';

/** A play of a track by the n-th sample user. */
export function buildPlay(
  number = 1,
  overrides: Partial<Insertable<Database['user_activity']>> = {},
): Insertable<Database['user_activity']> {
  return { user_id: sampleUuid('user', number), content_id: 1, action_type: 'play', ...overrides };
}

export function buildFavorite(
  number = 1,
  overrides: Partial<Insertable<Database['favorites']>> = {},
): Insertable<Database['favorites']> {
  return { user_id: sampleUuid('user', number), content_id: 1, ...overrides };
}

export function buildTicket(
  number = 1,
  overrides: Partial<Insertable<Database['support_tickets']>> = {},
): Insertable<Database['support_tickets']> {
  return {
    user_id: sampleUuid('user', number),
    subject: 'Sample: the sound stops',
    message: 'This is a sample message. The sound stops when my screen locks.',
    status: 'open',
    answer: null,
    answered_at: null,
    ...overrides,
  };
}

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

export function buildNewsletterSubscriber(
  number = 1,
  overrides: Partial<Insertable<Database['newsletter_subscribers']>> = {},
): Insertable<Database['newsletter_subscribers']> {
  return {
    email: `sample${number}@example.org`,
    status: 'pending',
    token_hash: sampleUuid('newsletter token', number),
    source: 'landing',
    text_version: 'sample',
    ...overrides,
  };
}

export function buildDeletionRequest(
  number = 1,
  overrides: Partial<Insertable<Database['deletion_requests']>> = {},
): Insertable<Database['deletion_requests']> {
  return {
    user_id: sampleUuid('user', number),
    email: `sample${number}@example.org`,
    reason: 'not-using',
    feedback: null,
    data_download: false,
    status: 'received',
    ...overrides,
  };
}
