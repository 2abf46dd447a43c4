import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
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
import type { Rows } from './create-test-db.ts';

const own = { user_id: sampleUuid('user', 1) };
/** One row of each table that requests can read. */
export const ROW_OF_EACH_TABLE: Rows = {
  users: [buildUser(1)],
  audio_content: [buildTrack()],
  audit_log: [{ actor: 'admin', action: 'update', table_name: 'audio_content', row_id: '1' }],
  consents: [{ ...own, kind: 'play_log', text_version: '1', granted: true, withdrawn_at: null }],
  deletion_requests: [buildDeletionRequest()],
  favorites: [buildFavorite()],
  kiosks: [{ is_own: true, settings: toJson(DEFAULT_KIOSK_SETTINGS) }],
  newsletter_subscribers: [buildNewsletterSubscriber()],
  notifications: [buildNotification()],
  notification_reads: [{ ...own, notification_id: 1 }],
  playback_positions: [{ ...own, content_id: 1, position_seconds: 61.5 }],
  profiles: [buildProfile()],
  recordings: [
    { path: '/storage/v1/object/public/audio/a.mp3', bytes: 1, loudness_lufs: -23.1, seconds: 9.5 },
  ],
  settings: [{ key: 'brand', value: toJson({ name: 'Lullaby' }) }],
  subscriptions: [buildSubscription()],
  support_tickets: [buildTicket()],
  centre_codes: [buildCentreCode()],
  code_redemptions: [{ ...own, code_id: 1 }],
  tombstones: [
    { kind: 'user', subject_hash: 'a'.repeat(64), erased_at: '2026-01-01T08:00:00.000Z' },
  ],
  user_activity: [buildPlay()],
};
