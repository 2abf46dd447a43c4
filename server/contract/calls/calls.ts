import { z } from 'zod';
import { API_PATHS } from '../constants/pages/paths.ts';
import { kioskFileSchema, kioskSettingsSchema } from '../device/desktop.ts';
import { centreCodes } from '../rows/centre-codes.ts';
import { rowSchema } from '../rows/row-schema.ts';
import { deletionFormSchema } from './account-deletion.ts';
import {
  acceptedInvitationSchema,
  adminInvitationSchema,
  adminPeopleSchema,
  adminRoleSchema,
  adminSessionsSchema,
  adminSignInSchema,
  confirmedFactorSchema,
  confirmFactorSchema,
  invitationSchema,
  invitationTokenSchema,
  newAdminSchema,
  ownAdminSchema,
  recoveryCodesSchema,
  secondFactorCodeSchema,
  secondFactorSchema,
} from './admin/admins.ts';
import {
  backupLinkSchema,
  backupSchema,
  backupsAnswerSchema,
  restoredSchema,
  restoreSchema,
} from './admin/backups.ts';
import { centreCodeInsertSchema, redeemedSchema, redeemSchema } from './admin/centre-codes.ts';
import { numbersLinkSchema } from './admin/centre-numbers.ts';
import { dashboardQuestionSchema, dashboardSchema } from './admin/dashboard.ts';
import { erasureConfirmationSchema, refusalSchema } from './admin/deletion-decisions.ts';
import { fullBackupsAnswerSchema } from './admin/full-backups.ts';
import {
  mailDraftSchema,
  mailPreviewSchema,
  mailTestAnswerSchema,
  mailTestSchema,
} from './admin/mail-test.ts';
import { measureRecordingSchema, recordingPathSchema } from './admin/measure-recording.ts';
import { needsAnswerSchema } from './admin/needs.ts';
import { outboxMailSchema, outboxSchema } from './admin/outbox.ts';
import { switchesAnswerSchema } from './admin/switches.ts';
import { ticketAnswerSchema } from './admin/ticket-answer.ts';
import {
  changedTracksSchema,
  trackChangeSchema,
  undoneTracksSchema,
} from './admin/track-changes.ts';
import { movedTrackSchema, trackMoveSchema } from './admin/track-order.ts';
import {
  adminLoginSchema,
  adminPasswordSchema,
  adminTokenSchema,
  authSessionSchema,
  peoplePageSchema,
  peopleQuestionSchema,
  recoverSchema,
  resumedAdminSchema,
} from './auth.ts';
import { fileNameSchema, fileQuestionSchema } from './file-name.ts';
import {
  handOverCodeSchema,
  handOverNewsSchema,
  handOverRequestSchema,
  handOverSchema,
  handOverSecretSchema,
} from './hand-over.ts';
import { inboxSchema } from './inbox.ts';
import {
  addedKioskSchema,
  kioskEnrolmentSchema,
  kioskOrdersSchema,
  kioskReportSchema,
  newKioskSchema,
} from './kiosks.ts';
import { countedTracksSchema, personCountsSchema, trackCountsSchema } from './listening-counts.ts';
import { newsletterListSchema, newsletterSchema } from './newsletter.ts';
import { ownSessionsSchema } from './own-sessions.ts';
import { exportQuestionSchema } from './person-export.ts';
import { searchAnswerSchema, searchQuestionSchema } from './search.ts';
import { ticketReplySchema, ticketThreadSchema } from './ticket-thread.ts';

/** One call of our own API. GoTrue, PostgREST, Supabase storage and tus define their own. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path; a segment such as `:id` is a parameter. */
  readonly path: string;
  /** Request: query string of a GET, else a JSON body or the bytes of a file. */
  readonly input?: z.ZodType | 'file';
  /** Response body: JSON or a file. */
  readonly output: z.ZodType | 'file';
  /** Status on success if not 200. */
  readonly status?: 201 | 202 | 204;
}

/** Empty success: `{}` or no body. */
const done = z.object({});
const said = z.object({ message: z.string() });

const { admin, auth } = API_PATHS;

/** Every call of our own API: method, path, input and output. The server mounts them, pages call them. */
export const CALLS = {
  subscribe: {
    method: 'POST',
    path: API_PATHS.newsletter,
    input: newsletterSchema,
    output: said,
    status: 202,
  },
  requestDeletion: {
    method: 'POST',
    path: API_PATHS.accountDeletion,
    input: deletionFormSchema,
    output: said,
    status: 202,
  },

  getOwnData: {
    method: 'GET',
    path: API_PATHS.accountData,
    input: exportQuestionSchema,
    output: 'file',
  },
  getOwnSessions: {
    method: 'GET',
    path: API_PATHS.accountSessions,
    output: ownSessionsSchema,
  },
  endOwnSession: {
    method: 'DELETE',
    path: `${API_PATHS.accountSessions}/:id`,
    output: done,
    status: 204,
  },
  redeemCode: {
    method: 'POST',
    path: API_PATHS.redeemCode,
    input: redeemSchema,
    output: redeemedSchema,
  },
  getOwnTicket: {
    method: 'GET',
    path: `${API_PATHS.ownTickets}/:id/messages`,
    output: ticketThreadSchema,
  },
  replyToTicket: {
    method: 'POST',
    path: `${API_PATHS.ownTickets}/:id/messages`,
    input: ticketReplySchema,
    output: ticketThreadSchema,
    status: 201,
  },

  // Between a kiosk's screen and a phone
  requestHandOver: {
    method: 'POST',
    path: `${auth}/hand-over/codes`,
    input: handOverRequestSchema,
    output: handOverSchema,
  },
  watchHandOver: {
    method: 'POST',
    path: `${auth}/hand-over/watch`,
    input: handOverSecretSchema,
    output: handOverNewsSchema,
  },
  cancelHandOver: {
    method: 'POST',
    path: `${auth}/hand-over/cancel`,
    input: handOverSecretSchema,
    output: done,
    status: 204,
  },
  redeemHandOver: {
    method: 'POST',
    path: `${auth}/hand-over/redeem`,
    input: handOverCodeSchema,
    output: authSessionSchema,
  },
  letScreenIn: {
    method: 'POST',
    path: `${auth}/hand-over/let-in`,
    input: handOverCodeSchema,
    output: done,
    status: 204,
  },

  reportKiosk: {
    method: 'POST',
    path: API_PATHS.kioskReports,
    input: kioskReportSchema,
    output: kioskOrdersSchema,
  },
  enrolKiosk: {
    method: 'POST',
    path: API_PATHS.kioskEnrolments,
    input: kioskEnrolmentSchema,
    output: done,
  },
  leaveKiosk: { method: 'DELETE', path: API_PATHS.kioskEnrolments, output: done },

  signInAdmin: {
    method: 'POST',
    path: `${auth}/admin/login`,
    input: adminLoginSchema,
    output: adminTokenSchema,
  },
  changeAdminPassword: {
    method: 'PUT',
    path: `${auth}/admin/password`,
    input: adminPasswordSchema,
    output: adminTokenSchema,
  },
  signInAdminPerson: {
    method: 'POST',
    path: `${auth}/admin/sign-in`,
    input: adminSignInSchema,
    output: adminTokenSchema,
  },
  readAdminInvitation: {
    method: 'POST',
    path: `${auth}/admin/invitation`,
    input: invitationTokenSchema,
    output: invitationSchema,
  },
  acceptAdminInvitation: {
    method: 'POST',
    path: `${auth}/admin/invitation/accept`,
    input: acceptedInvitationSchema,
    output: done,
  },
  resumeAdmin: {
    method: 'POST',
    path: `${auth}/admin/resume`,
    output: resumedAdminSchema,
  },
  getOwnAdminSessions: {
    method: 'GET',
    path: `${auth}/admin/sessions`,
    output: adminSessionsSchema,
  },
  endOwnAdminSession: {
    method: 'DELETE',
    path: `${auth}/admin/sessions/:id`,
    output: done,
    status: 204,
  },
  endOtherAdminSessions: {
    method: 'DELETE',
    path: `${auth}/admin/sessions`,
    output: done,
    status: 204,
  },
  getOwnAdmin: { method: 'GET', path: `${auth}/admin/me`, output: ownAdminSchema },
  beginSecondFactor: {
    method: 'POST',
    path: `${auth}/admin/me/second-factor`,
    output: secondFactorSchema,
  },
  confirmSecondFactor: {
    method: 'PUT',
    path: `${auth}/admin/me/second-factor`,
    input: confirmFactorSchema,
    output: confirmedFactorSchema,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: `${auth}/admin/me/recovery-codes`,
    input: secondFactorCodeSchema,
    output: recoveryCodesSchema,
  },
  changeOwnAdminPassword: {
    method: 'PUT',
    path: `${auth}/admin/me/password`,
    input: adminPasswordSchema,
    output: adminTokenSchema,
  },
  getAdmins: { method: 'GET', path: `${admin}/admins`, output: adminPeopleSchema },
  inviteAdmin: {
    method: 'POST',
    path: `${admin}/admins`,
    input: newAdminSchema,
    output: adminInvitationSchema,
    status: 201,
  },
  renewAdminInvitation: {
    method: 'POST',
    path: `${admin}/admins/:id/invitation`,
    output: adminInvitationSchema,
  },
  changeAdminRole: {
    method: 'PUT',
    path: `${admin}/admins/:id/role`,
    input: adminRoleSchema,
    output: done,
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: `${admin}/admins/:id/second-factor`,
    output: done,
  },
  removeAdmin: { method: 'DELETE', path: `${admin}/admins/:id`, output: done },

  getDashboard: {
    method: 'GET',
    path: `${admin}/dashboard`,
    input: dashboardQuestionSchema,
    output: dashboardSchema,
  },
  getNeeds: { method: 'GET', path: `${admin}/needs`, output: needsAnswerSchema },
  search: {
    method: 'GET',
    path: `${admin}/search`,
    input: searchQuestionSchema,
    output: searchAnswerSchema,
  },
  getSwitches: { method: 'GET', path: `${admin}/switches`, output: switchesAnswerSchema },
  testMail: {
    method: 'POST',
    path: `${admin}/mail-test`,
    input: mailTestSchema,
    output: mailTestAnswerSchema,
  },
  previewMail: {
    method: 'POST',
    path: `${admin}/mail-preview`,
    input: mailDraftSchema,
    output: mailPreviewSchema,
  },
  getOutbox: { method: 'GET', path: `${auth}/admin/outbox`, output: outboxSchema },
  getOutboxMail: { method: 'GET', path: `${auth}/admin/outbox/:name`, output: outboxMailSchema },

  getBackups: { method: 'GET', path: `${admin}/backups`, output: backupsAnswerSchema },
  makeBackup: { method: 'POST', path: `${admin}/backups`, output: backupSchema, status: 201 },
  uploadBackup: {
    method: 'POST',
    path: `${admin}/backups/uploads`,
    input: 'file',
    output: backupSchema,
    status: 201,
  },
  checkBackup: { method: 'POST', path: `${admin}/backups/:name/check`, output: backupSchema },
  linkBackup: { method: 'POST', path: `${admin}/backups/:name/link`, output: backupLinkSchema },
  restoreBackup: {
    method: 'POST',
    path: `${admin}/backups/:name/restore`,
    input: restoreSchema,
    output: restoredSchema,
  },
  getFullBackups: {
    method: 'GET',
    path: `${admin}/whole-backups`,
    output: fullBackupsAnswerSchema,
  },
  makeFullBackup: {
    method: 'POST',
    path: `${admin}/whole-backups`,
    output: fullBackupsAnswerSchema,
    status: 202,
  },
  checkFullBackup: {
    method: 'POST',
    path: `${admin}/whole-backups/check`,
    output: fullBackupsAnswerSchema,
    status: 202,
  },
  deleteBackup: { method: 'DELETE', path: `${admin}/backups/:name`, output: done, status: 204 },

  // GoTrue endpoints that its client has no method for
  sendRecovery: { method: 'POST', path: `${auth}/recover`, input: recoverSchema, output: done },
  findPeople: {
    method: 'GET',
    path: `${auth}/admin/users`,
    input: peopleQuestionSchema,
    output: peoplePageSchema,
  },
  countPerson: { method: 'GET', path: `${admin}/people/:id/counts`, output: personCountsSchema },
  exportPerson: {
    method: 'GET',
    path: `${admin}/people/:id/export`,
    input: exportQuestionSchema,
    output: 'file',
  },
  signOutPerson: { method: 'POST', path: `${admin}/people/:id/sign-out`, output: done },
  erasePerson: {
    method: 'POST',
    path: `${admin}/people/:id/erase`,
    input: erasureConfirmationSchema,
    output: done,
  },
  approveDeletion: {
    method: 'POST',
    path: `${admin}/deletion-requests/:id/approve`,
    output: done,
  },
  refuseDeletion: {
    method: 'POST',
    path: `${admin}/deletion-requests/:id/refuse`,
    input: refusalSchema,
    output: done,
  },
  carryOutErasure: {
    method: 'POST',
    path: `${admin}/deletion-requests/:id/erase`,
    input: erasureConfirmationSchema,
    output: done,
  },
  getInbox: { method: 'GET', path: `${admin}/inbox`, output: inboxSchema },
  getTicket: {
    method: 'GET',
    path: `${admin}/tickets/:id/messages`,
    output: ticketThreadSchema,
  },
  answerTicket: {
    method: 'POST',
    path: `${admin}/tickets/:id/answer`,
    input: ticketAnswerSchema,
    output: done,
  },
  getSubscribers: {
    method: 'GET',
    path: `${admin}/newsletter.csv`,
    input: newsletterListSchema,
    output: 'file',
  },
  takeOffList: { method: 'POST', path: `${admin}/newsletter/:id/unsubscribe`, output: done },

  countTracks: {
    method: 'POST',
    path: `${admin}/track-counts`,
    input: countedTracksSchema,
    output: trackCountsSchema,
  },
  moveTrack: {
    method: 'POST',
    path: `${admin}/tracks/:id/move`,
    input: trackMoveSchema,
    output: movedTrackSchema,
  },
  changeTracks: {
    method: 'POST',
    path: `${admin}/track-changes`,
    input: trackChangeSchema,
    output: changedTracksSchema,
  },
  undoTrackChange: {
    method: 'POST',
    path: `${admin}/track-changes/:id/undo`,
    output: undoneTracksSchema,
  },
  getFileName: {
    method: 'GET',
    path: `${admin}/files/name`,
    input: fileQuestionSchema,
    output: fileNameSchema,
  },
  measureRecording: {
    method: 'POST',
    path: `${admin}/recordings/measure`,
    input: measureRecordingSchema,
    output: done,
    status: 202,
  },

  stopRecording: {
    method: 'POST',
    path: `${admin}/recordings/stop`,
    input: recordingPathSchema,
    output: done,
  },

  createCode: {
    method: 'POST',
    path: `${admin}/centre-codes`,
    input: centreCodeInsertSchema,
    output: rowSchema(centreCodes),
    status: 201,
  },
  endCode: {
    method: 'POST',
    path: `${admin}/centre-codes/:id/end`,
    output: rowSchema(centreCodes),
  },
  getNumbersLink: {
    method: 'GET',
    path: `${admin}/centre-codes/:id/numbers-link`,
    output: numbersLinkSchema,
  },
  makeNumbersLink: {
    method: 'POST',
    path: `${admin}/centre-codes/:id/numbers-link`,
    output: numbersLinkSchema,
  },
  endNumbersLink: {
    method: 'DELETE',
    path: `${admin}/centre-codes/:id/numbers-link`,
    output: numbersLinkSchema,
  },

  addKiosk: {
    method: 'POST',
    path: `${admin}/kiosks`,
    input: newKioskSchema,
    output: addedKioskSchema,
    status: 201,
  },
  removeKiosk: { method: 'DELETE', path: `${admin}/kiosks/:id`, output: done },
  saveKioskSettings: {
    method: 'PUT',
    path: `${admin}/kiosks/:id/settings`,
    input: kioskSettingsSchema,
    output: done,
  },
  restartKiosk: { method: 'POST', path: `${admin}/kiosks/:id/restart`, output: done },
  cancelRestart: { method: 'DELETE', path: `${admin}/kiosks/:id/restart`, output: done },
  getKioskDefaults: { method: 'GET', path: `${admin}/kiosk-defaults`, output: kioskFileSchema },
  saveKioskDefaults: {
    method: 'PUT',
    path: `${admin}/kiosk-defaults`,
    input: kioskSettingsSchema,
    output: done,
  },
} as const satisfies Record<string, Call>;

/** Parameters of a path: `{ id }` of '/kiosks/:id/restart'. */
export type PathParams<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Record<Name, string> & PathParams<`/${More}`>
    : Record<Rest, string>
  : unknown;
