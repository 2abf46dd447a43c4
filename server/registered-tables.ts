import {
  createAudioContentTable,
  type PremiumGateState,
} from './modules/audio-content/audio-content.table.ts';
import { auditLogTable } from './modules/audit-log/audit-log.table.ts';
import { centreCodesTable } from './modules/centre-codes/centre-codes.table.ts';
import { changeLogTable } from './modules/change-log/change-log.table.ts';
import { codeRedemptionsTable } from './modules/code-redemptions/code-redemptions.table.ts';
import { consentsTable } from './modules/consents/consents.table.ts';
import { deletionRequestsTable } from './modules/deletion-requests/deletion-requests.table.ts';
import { favoritesTable } from './modules/favorites/favorites.table.ts';
import { kiosksTable } from './modules/kiosks/kiosks.table.ts';
import { newsletterSubscribersTable } from './modules/newsletter-subscribers/newsletter-subscribers.table.ts';
import { notificationReadsTable } from './modules/notification-reads/notification-reads.table.ts';
import { notificationsTable } from './modules/notifications/notifications.table.ts';
import { playbackPositionsTable } from './modules/playback-positions/playback-positions.table.ts';
import { profilesTable } from './modules/profiles/profiles.table.ts';
import { recordingsTable } from './modules/recordings/recordings.table.ts';
import { settingsTable } from './modules/settings/settings.table.ts';
import { subscriptionsTable } from './modules/subscriptions/subscriptions.table.ts';
import { supportTicketsTable } from './modules/support-tickets/support-tickets.table.ts';
import { tombstonesTable } from './modules/tombstones/tombstones.table.ts';
import { userActivityTable } from './modules/user-activity/user-activity.table.ts';
import { createRegistry, type Registry } from './tables/registry.ts';

/** Every table the world can see. One that is not in this list does not exist. */
export function createAppRegistry(options: { premiumGate: PremiumGateState }): Registry {
  return createRegistry([
    createAudioContentTable(options),
    auditLogTable,
    centreCodesTable,
    changeLogTable,
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
