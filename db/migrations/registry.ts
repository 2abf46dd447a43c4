import { createCatalogue } from './0001-0025/0001-create-catalogue.ts';
import { createAuth } from './0001-0025/0002-create-auth.ts';
import { createPersonal } from './0001-0025/0003-create-personal.ts';
import { createService } from './0001-0025/0004-create-service.ts';
import { publishTables } from './0001-0025/0005-publish-changes.ts';
import { indexSearch } from './0001-0025/0006-index-search.ts';
import { countPlays } from './0001-0025/0007-count-plays.ts';
import { publishDeletionRequests } from './0001-0025/0008-publish-deletion-requests.ts';
import { createRecordings } from './0001-0025/0011-create-recordings.ts';
import { planPublications } from './0001-0025/0012-plan-publications.ts';
import { createCentreCodes } from './0001-0025/0013-create-centre-codes.ts';
import { createHandOvers } from './0001-0025/0014-create-hand-overs.ts';
import { createKiosks } from './0001-0025/0015-create-kiosks.ts';
import { timeTranscripts } from './0001-0025/0016-time-transcripts.ts';
import { limitTextLengths } from './0001-0025/0017-limit-text-lengths.ts';
import { logLongTextsOnce } from './0001-0025/0018-log-long-texts-once.ts';
import { announceEndedAccess } from './0001-0025/0020-announce-ended-access.ts';
import { rememberTrackFiles } from './0001-0025/0022-remember-track-files.ts';
import { keepOwnFiles } from './0001-0025/0023-keep-own-files.ts';
import { tellWhatSounds } from './0001-0025/0024-tell-what-sounds.ts';
import { shapeRecordings } from './0026-0050/0026-shape-recordings.ts';
import { createAdminPeople } from './0026-0050/0027-create-admin-people.ts';
import { shareTasks } from './0026-0050/0028-share-tasks.ts';
import { threadTickets } from './0026-0050/0029-thread-tickets.ts';
import { keepWaitingMails } from './0026-0050/0030-keep-waiting-mails.ts';
import { countHours } from './0026-0050/0031-count-hours.ts';
import { linkCentreNumbers } from './0026-0050/0032-link-centre-numbers.ts';
import { pictureKiosks } from './0026-0050/0033-picture-kiosks.ts';
import { focusCovers } from './0026-0050/0034-focus-covers.ts';
import { takeMailsOnce } from './0026-0050/0035-take-mails-once.ts';
import { chapterTracks } from './0026-0050/0036-chapter-tracks.ts';
import { keepFileNames } from './0026-0050/0038-keep-file-names.ts';
import { dropKioskPictures } from './0026-0050/0039-drop-kiosk-pictures.ts';
import { nameObjects } from './0026-0050/0040-name-objects.ts';
import { proveAddresses } from './0026-0050/0041-prove-addresses.ts';
import { nameDevices } from './0026-0050/0042-name-devices.ts';
import { keepAdminSignIns } from './0026-0050/0043-keep-admin-sign-ins.ts';
import type { EngineMigration } from './engine-migration.ts';

/** In execution order. Those in released.json are never changed, and nothing is inserted before them. */
export const MIGRATIONS: Record<string, EngineMigration> = {
  '0001-create-catalogue': createCatalogue,
  '0002-create-auth': createAuth,
  '0003-create-personal': createPersonal,
  '0004-create-service': createService,
  '0005-publish-changes': publishTables,
  '0006-index-search': indexSearch,
  '0007-count-plays': countPlays,
  '0008-publish-deletion-requests': publishDeletionRequests,
  '0011-create-recordings': createRecordings,
  '0012-plan-publications': planPublications,
  '0013-create-centre-codes': createCentreCodes,
  '0014-create-hand-overs': createHandOvers,
  '0015-create-kiosks': createKiosks,
  '0016-time-transcripts': timeTranscripts,
  '0017-limit-text-lengths': limitTextLengths,
  '0018-log-long-texts-once': logLongTextsOnce,
  '0020-announce-ended-access': announceEndedAccess,
  '0022-remember-track-files': rememberTrackFiles,
  '0023-keep-own-files': keepOwnFiles,
  '0024-tell-what-sounds': tellWhatSounds,
  '0026-shape-recordings': shapeRecordings,
  '0027-create-admin-people': createAdminPeople,
  '0028-share-tasks': shareTasks,
  '0029-thread-tickets': threadTickets,
  '0030-keep-waiting-mails': keepWaitingMails,
  '0031-count-hours': countHours,
  '0032-link-centre-numbers': linkCentreNumbers,
  '0033-picture-kiosks': pictureKiosks,
  '0034-focus-covers': focusCovers,
  '0035-take-mails-once': takeMailsOnce,
  '0036-chapter-tracks': chapterTracks,
  '0038-keep-file-names': keepFileNames,
  '0039-drop-kiosk-pictures': dropKioskPictures,
  '0040-name-objects': nameObjects,
  '0041-prove-addresses': proveAddresses,
  '0042-name-devices': nameDevices,
  '0043-keep-admin-sign-ins': keepAdminSignIns,
};
