import { describe, expect, test } from 'vitest';
import type { ZodObject } from 'zod';
import { audioContentInsertSchema, audioContentSchema } from '#contract/audio-content.ts';
import { auditEntrySchema } from '#contract/audit-log.ts';
import { centreCodeSchema, codeRedemptionSchema } from '#contract/centre-codes.ts';
import { changeSchema } from '#contract/change-log.ts';
import { currentConsentText } from '#contract/consent-texts.ts';
import { consentInsertSchema, consentSchema } from '#contract/consents.ts';
import { deletionRequestInsertSchema, deletionRequestSchema } from '#contract/deletion-requests.ts';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/desktop.ts';
import { favoriteInsertSchema, favoriteSchema } from '#contract/favorites.ts';
import { kioskSchema } from '#contract/kiosks.ts';
import { newsletterSubscriberSchema } from '#contract/newsletter-subscribers.ts';
import { notificationReadSchema } from '#contract/notification-reads.ts';
import { notificationInsertSchema, notificationSchema } from '#contract/notifications.ts';
import {
  playbackPositionSchema,
  playbackPositionUpsertSchema,
} from '#contract/playback-positions.ts';
import { profileInsertSchema, profileSchema, profileUpdateSchema } from '#contract/profiles.ts';
import { recordingSchema } from '#contract/recordings.ts';
import { settingSchema } from '#contract/settings.ts';
import { subscriptionInsertSchema, subscriptionSchema } from '#contract/subscriptions.ts';
import { supportTicketInsertSchema, supportTicketSchema } from '#contract/support-tickets.ts';
import { tombstoneSchema } from '#contract/tombstones.ts';
import { userActivityInsertSchema, userActivitySchema } from '#contract/user-activity.ts';
import { toJson } from '#db/codecs.ts';
import { buildProfile, buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import {
  buildCentreCode,
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
  centre_codes: centreCodeSchema,
  change_log: changeSchema,
  code_redemptions: codeRedemptionSchema,
  consents: consentSchema,
  deletion_requests: deletionRequestSchema,
  favorites: favoriteSchema,
  kiosks: kioskSchema,
  newsletter_subscribers: newsletterSubscriberSchema,
  notification_reads: notificationReadSchema,
  notifications: notificationSchema,
  playback_positions: playbackPositionSchema,
  profiles: profileSchema,
  recordings: recordingSchema,
  settings: settingSchema,
  subscriptions: subscriptionSchema,
  support_tickets: supportTicketSchema,
  tombstones: tombstoneSchema,
  user_activity: userActivitySchema,
};

/** Not even the admin reads these. */
const HERS_ALONE = ['favorites', 'playback_positions', 'user_activity'];

const her = { user_id: sampleUuid('user', 1) };
const rows: Rows = {
  users: [buildUser(1)],
  audio_content: [buildTrack()],
  audit_log: [{ actor: 'admin', action: 'update', table_name: 'audio_content', row_id: '1' }],
  consents: [{ ...her, kind: 'play_log', text_version: '1', granted: true, withdrawn_at: null }],
  deletion_requests: [buildDeletionRequest()],
  favorites: [buildFavorite()],
  kiosks: [{ is_own: true, settings: toJson(DEFAULT_KIOSK_SETTINGS) }],
  newsletter_subscribers: [buildNewsletterSubscriber()],
  notifications: [buildNotification()],
  notification_reads: [{ ...her, notification_id: 1 }],
  playback_positions: [{ ...her, content_id: 1, position_seconds: 61.5 }],
  profiles: [buildProfile()],
  recordings: [
    { path: '/storage/v1/object/public/audio/a.mp3', bytes: 1, loudness_lufs: -23.1, seconds: 9.5 },
  ],
  settings: [{ key: 'brand', value: toJson({ name: 'Lullaby' }) }],
  subscriptions: [buildSubscription()],
  support_tickets: [buildTicket()],
  centre_codes: [buildCentreCode()],
  code_redemptions: [{ ...her, code_id: 1 }],
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
      const as = HERS_ALONE.includes(table) ? her.user_id : ADMIN;
      const found: unknown = await (await request(`/${table}`, { as })).json();
      const parsed = schema.strict().array().min(1).safeParse(found);
      expect(parsed.error?.issues, table).toBeUndefined();
    }
  });

  test('what the contract lets a page send is taken', async () => {
    const { request } = await createTablesServer(engine, {
      rows: { users: [buildUser(1)], audio_content: [buildTrack()] },
    });
    for (const { table, as, body } of createSendable()) {
      const answer = await request(`/${table}`, { as, method: 'POST', body: JSON.stringify(body) });
      expect([table, answer.status, await answer.text()]).toEqual([table, 201, '']);
    }
    const edited = await request(`/profiles?id=eq.${her.user_id}`, {
      as: her.user_id,
      method: 'PATCH',
      body: JSON.stringify(profileUpdateSchema.parse({ username: 'Ruth', preferences: {} })),
    });
    expect(edited.status).toBe(204);
  });
});

/** One row for every table that a page or the admin may add to, with as few columns as it takes. */
function createSendable() {
  const content_id = 1;
  const mother = her.user_id;
  return [
    { table: 'profiles', as: mother, body: profileInsertSchema.parse({ id: mother }) },
    { table: 'favorites', as: mother, body: favoriteInsertSchema.parse({ ...her, content_id }) },
    {
      table: 'user_activity',
      as: mother,
      body: userActivityInsertSchema.parse({ ...her, content_id, action_type: 'play' }),
    },
    {
      table: 'playback_positions',
      as: mother,
      body: playbackPositionUpsertSchema.parse({ ...her, content_id, position_seconds: 12.25 }),
    },
    {
      table: 'support_tickets',
      as: mother,
      body: supportTicketInsertSchema.parse({ ...her, subject: 's', message: 'm', status: 'open' }),
    },
    {
      table: 'consents',
      as: mother,
      body: consentInsertSchema.parse({
        ...her,
        kind: 'play_log',
        text_version: currentConsentText('play_log').version,
        granted: true,
      }),
    },
    {
      table: 'deletion_requests',
      as: mother,
      body: deletionRequestInsertSchema.parse({
        ...her,
        email: 'ruth@example.com',
        reason: 'other',
        feedback: null,
        data_download: true,
      }),
    },
    {
      table: 'subscriptions',
      as: ADMIN,
      body: subscriptionInsertSchema.parse({ ...her, plan_type: 'Premium' }),
    },
    {
      table: 'notifications',
      as: ADMIN,
      body: notificationInsertSchema.parse({ title: 'New', body: 'A new track' }),
    },
    {
      table: 'audio_content',
      as: ADMIN,
      body: audioContentInsertSchema.parse({
        title: 'New',
        category: 'BIRTHING',
        duration: 60,
        audio_url: 'https://example.com/a.mp3',
      }),
    },
  ];
}
