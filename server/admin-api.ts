import { Router } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createAuthAdminApi } from './auth-api.ts';
import type { RouterDeps } from './core/deps.ts';
import { createAdminGate, createRequireAdmin } from './http/admin-gate.ts';
import { readJson } from './http/bodies.ts';
import {
  answerUnknownPath,
  createAuthErrorHandler,
  createErrorHandler,
} from './http/error-handler.ts';
import { createAdminsRouter } from './modules/auth/admins/admins.routes.ts';
import {
  createBackupDownloadRouter,
  createBackupsRouter,
} from './modules/backups/backups.routes.ts';
import { createFullBackupsRouter } from './modules/backups/full-backups.routes.ts';
import { createAdminDashboardRouter } from './modules/dashboard/dashboard.routes.ts';
import { createNeedsRouter } from './modules/dashboard/needs/needs.routes.ts';
import { createKiosksRouter } from './modules/kiosks/kiosks.routes.ts';
import { createListeningCountsRouter } from './modules/listening/listening-counts.routes.ts';
import { createMailTestRouter } from './modules/mail/mail-test.routes.ts';
import { createNewsletterAdminRouter } from './modules/newsletter/newsletter-admin.routes.ts';
import { createPeopleRouter } from './modules/people/people.routes.ts';
import { createCentreCodesRouter } from './modules/plans/centre-codes.routes.ts';
import { createNumbersLinksRouter } from './modules/plans/centre-numbers.routes.ts';
import { createErasureRouter } from './modules/privacy/erasure/erasure.routes.ts';
import { createPersonExportRouter } from './modules/privacy/person-export.routes.ts';
import { createRecordingsRouter } from './modules/recordings/recordings.routes.ts';
import { createSearchRouter } from './modules/search/search.routes.ts';
import { createSettingsRouter } from './modules/settings/settings.routes.ts';
import { createFileNamesRouter } from './modules/storage/file-names.routes.ts';
import { createInboxRouter } from './modules/support/inbox/inbox.routes.ts';
import { createSupportRouter } from './modules/support/support.routes.ts';
import { createTracksRouter } from './modules/tracks/tracks.routes.ts';

/** Admin paths: our own, GoTrue's and the backup downloads. */
const ADMIN_PATHS = [
  API_PATHS.admin,
  `${API_PATHS.auth}/admin`,
  `${API_PATHS.auth}/invite`,
  API_PATHS.backupDownload,
];

/** Admin endpoints other than the tables, behind the admin check. */
export function createAdminApi(deps: RouterDeps): Router {
  const router = Router();
  router.use(ADMIN_PATHS, createAdminGate(deps.config));
  router.use(API_PATHS.auth, createAuthAdminApi(deps), createAuthErrorHandler(deps.logger));
  router.use(createBackupDownloadRouter(deps));
  router.use(
    API_PATHS.admin,
    createRequireAdmin(deps.resolveActor),
    readJson('admin'),
    createAdminDashboardRouter(deps),
    createNeedsRouter(deps),
    createSearchRouter(deps),
    createAdminsRouter(deps),
    createSettingsRouter(deps),
    createBackupsRouter(deps),
    createFullBackupsRouter(deps),
    createMailTestRouter(deps),
    createSupportRouter(deps),
    createInboxRouter(deps),
    createPeopleRouter(deps),
    createListeningCountsRouter(deps),
    createNewsletterAdminRouter(deps),
    createRecordingsRouter(deps),
    createFileNamesRouter(deps),
    createErasureRouter(deps),
    createPersonExportRouter(deps),
    createTracksRouter(deps),
    createCentreCodesRouter(deps),
    createNumbersLinksRouter(deps),
    createKiosksRouter(deps),
    answerUnknownPath,
    createErrorHandler(deps.logger),
  );
  return router;
}
