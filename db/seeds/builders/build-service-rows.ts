import type { Insertable } from 'kysely';
import type { CentreCodesTable } from '#db/schema/centre-codes.ts';
import type { DeletionRequestsTable } from '#db/schema/deletion-requests.ts';
import type { FavoritesTable } from '#db/schema/favorites.ts';
import type { NewsletterSubscribersTable } from '#db/schema/newsletter-subscribers.ts';
import type { NotificationsTable } from '#db/schema/notifications.ts';
import type { SupportTicketsTable } from '#db/schema/support-tickets.ts';
import type { UserActivityTable } from '#db/schema/user-activity.ts';
import { sampleUuid } from '../sample-uuid.ts';

/** The n-th sample person plays a track. */
export function buildPlay(
  number = 1,
  overrides: Partial<Insertable<UserActivityTable>> = {},
): Insertable<UserActivityTable> {
  return { user_id: sampleUuid('user', number), content_id: 1, action_type: 'play', ...overrides };
}

export function buildFavorite(
  number = 1,
  overrides: Partial<Insertable<FavoritesTable>> = {},
): Insertable<FavoritesTable> {
  return { user_id: sampleUuid('user', number), content_id: 1, ...overrides };
}

export function buildTicket(
  number = 1,
  overrides: Partial<Insertable<SupportTicketsTable>> = {},
): Insertable<SupportTicketsTable> {
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
  overrides: Partial<Insertable<NotificationsTable>> = {},
): Insertable<NotificationsTable> {
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
  overrides: Partial<Insertable<CentreCodesTable>> = {},
): Insertable<CentreCodesTable> {
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
  overrides: Partial<Insertable<NewsletterSubscribersTable>> = {},
): Insertable<NewsletterSubscribersTable> {
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
  overrides: Partial<Insertable<DeletionRequestsTable>> = {},
): Insertable<DeletionRequestsTable> {
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
