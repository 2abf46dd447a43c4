import { auditLogTable } from './modules/audit-log/audit-log.table.ts';
import { favoritesTable } from './modules/favorites/favorites.table.ts';
import { kiosksTable } from './modules/kiosks/kiosks.table.ts';
import { playbackPositionsTable } from './modules/listening/playback-positions.table.ts';
import { userActivityTable } from './modules/listening/user-activity.table.ts';
import { newsletterSubscribersTable } from './modules/newsletter/newsletter-subscribers.table.ts';
import { notificationReadsTable } from './modules/notifications/notification-reads.table.ts';
import { notificationsTable } from './modules/notifications/notifications.table.ts';
import { profilesTable } from './modules/people/profiles.table.ts';
import { centreCodesTable } from './modules/plans/centre-codes.table.ts';
import { codeRedemptionsTable } from './modules/plans/code-redemptions.table.ts';
import { subscriptionsTable } from './modules/plans/subscriptions.table.ts';
import { consentsTable } from './modules/privacy/consents.table.ts';
import { deletionRequestsTable } from './modules/privacy/deletion-requests.table.ts';
import { tombstonesTable } from './modules/privacy/erasure/tombstones.table.ts';
import { recordingsTable } from './modules/recordings/recordings.table.ts';
import { settingsTable } from './modules/settings/settings.table.ts';
import { supportTicketsTable } from './modules/support/support-tickets.table.ts';
import { createAudioContentTable } from './modules/tracks/audio-content.table.ts';
import type { GateSwitch } from './modules/tracks/gated-audio-url.repository.ts';
import { createRegistry, type Registry } from './tables/registry.ts';

/** Every table of the API; clients cannot see any other. Without `gate`, no recording is gated. */
export function createAppRegistry(gate?: GateSwitch): Registry {
  return createRegistry([
    createAudioContentTable(gate),
    auditLogTable,
    centreCodesTable,
    codeRedemptionsTable,
    consentsTable,
    deletionRequestsTable,
    favoritesTable,
    kiosksTable,
    newsletterSubscribersTable,
    notificationReadsTable,
    notificationsTable,
    playbackPositionsTable,
    profilesTable,
    recordingsTable,
    settingsTable,
    subscriptionsTable,
    supportTicketsTable,
    tombstonesTable,
    userActivityTable,
  ]);
}
