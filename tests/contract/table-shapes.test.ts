import { describe, expect, test } from 'vitest';
import type { ZodObject } from 'zod';
import { audioContentSchema } from '#contract/audio-content.ts';
import { auditEntrySchema } from '#contract/audit-log.ts';
import { changeSchema } from '#contract/change-log.ts';
import { consentSchema } from '#contract/consents.ts';
import { deletionRequestSchema } from '#contract/deletion-requests.ts';
import { favoriteSchema } from '#contract/favorites.ts';
import { newsletterSubscriberSchema } from '#contract/newsletter-subscribers.ts';
import { notificationReadSchema } from '#contract/notification-reads.ts';
import { notificationSchema } from '#contract/notifications.ts';
import { playbackPositionSchema } from '#contract/playback-positions.ts';
import { profileSchema } from '#contract/profiles.ts';
import { settingSchema } from '#contract/settings.ts';
import { subscriptionSchema } from '#contract/subscriptions.ts';
import { supportTicketSchema } from '#contract/support-tickets.ts';
import { tombstoneSchema } from '#contract/tombstones.ts';
import { userActivitySchema } from '#contract/user-activity.ts';
import { toJson } from '#db/codecs.ts';
import { buildProfile, buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import {
  buildDeletionRequest,
  buildFavorite,
  buildNewsletterSubscriber,
  buildNotification,
  buildPlay,
  buildTicket,
} from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { ADMIN, createTablesServer } from '#tests/support/create-tables-server.ts';
import { ENGINES, type Rows } from '#tests/support/create-test-db.ts';

const SCHEMAS: Record<string, ZodObject> = {
  audio_content: audioContentSchema,
  audit_log: auditEntrySchema,
  change_log: changeSchema,
  consents: consentSchema,
  deletion_requests: deletionRequestSchema,
  favorites: favoriteSchema,
  newsletter_subscribers: newsletterSubscriberSchema,
  notification_reads: notificationReadSchema,
  notifications: notificationSchema,
  playback_positions: playbackPositionSchema,
  profiles: profileSchema,
  settings: settingSchema,
  subscriptions: subscriptionSchema,
  support_tickets: supportTicketSchema,
  tombstones: tombstoneSchema,
  user_activity: userActivitySchema,
};

const her = { user_id: sampleUuid('user', 1) };
const rows: Rows = {
  users: [buildUser(1)],
  audio_content: [buildTrack()],
  audit_log: [{ actor: 'admin', action: 'update', table_name: 'audio_content', row_id: '1' }],
  consents: [{ ...her, kind: 'newsletter', text_version: '1', granted: true, withdrawn_at: null }],
  deletion_requests: [buildDeletionRequest()],
  favorites: [buildFavorite()],
  newsletter_subscribers: [buildNewsletterSubscriber()],
  notifications: [buildNotification()],
  notification_reads: [{ ...her, notification_id: 1 }],
  playback_positions: [{ ...her, content_id: 1, position_seconds: 61.5 }],
  profiles: [buildProfile()],
  settings: [{ key: 'brand', value: toJson({ name: 'Lullaby' }) }],
  subscriptions: [buildSubscription()],
  support_tickets: [buildTicket()],
  tombstones: [
    { kind: 'user', subject_hash: 'a'.repeat(64), erased_at: '2026-01-01T08:00:00.000Z' },
  ],
  user_activity: [buildPlay()],
};

test('every table the world can see has its shape in the contract', () => {
  const { tables } = createAppRegistry({ premiumGate: false });
  expect([...tables.keys()].sort()).toEqual(Object.keys(SCHEMAS).sort());
});

describe.each(ENGINES)('on %s', (engine) => {
  test('[E1] rows come over the wire with the columns and types of the contract, and no others', async () => {
    const { request } = await createTablesServer(engine, { rows });
    for (const [table, schema] of Object.entries(SCHEMAS)) {
      const found: unknown = await (await request(`/${table}`, { as: ADMIN })).json();
      const parsed = schema.strict().array().min(1).safeParse(found);
      expect(parsed.error?.issues, table).toBeUndefined();
    }
  });
});
