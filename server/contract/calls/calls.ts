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
  secondFactorSchema,
} from './admin/admins.ts';
import {
  backupLinkSchema,
  backupSchema,
  backupsResponseSchema,
  restoredSchema,
  restoreSchema,
} from './admin/backups.ts';
import { centreCodeInsertSchema, redeemedSchema, redeemSchema } from './admin/centre-codes.ts';
import { numbersLinkSchema } from './admin/centre-numbers.ts';
import { dashboardQuerySchema, dashboardSchema } from './admin/dashboard.ts';
import { erasureConfirmationSchema, refusalSchema } from './admin/deletion-decisions.ts';
import { fullBackupsResponseSchema } from './admin/full-backups.ts';
import {
  mailDraftSchema,
  mailPreviewSchema,
  mailTestResponseSchema,
  mailTestSchema,
} from './admin/mail-test.ts';
import { filePathSchema, measureRecordingSchema } from './admin/measure-recording.ts';
import { needsResponseSchema } from './admin/needs.ts';
import { outboxMailSchema, outboxSchema } from './admin/outbox.ts';
import { switchesResponseSchema } from './admin/switches.ts';
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
  peopleQuerySchema,
  recoverSchema,
  resumedAdminSchema,
} from './auth.ts';
import { fileNameSchema } from './file-name.ts';
import {
  handOverCodeSchema,
  handOverRequestSchema,
  handOverSchema,
  handOverSecretSchema,
  handOverStatusSchema,
} from './hand-over.ts';
import { inboxSchema } from './inbox.ts';
import {
  addedKioskSchema,
  kioskCommandsSchema,
  kioskEnrolmentSchema,
  kioskReportSchema,
  newKioskSchema,
} from './kiosks.ts';
import { countedTracksSchema, personCountsSchema, trackCountsSchema } from './listening-counts.ts';
import { newsletterListSchema, newsletterSchema } from './newsletter.ts';
import { ownSessionsSchema } from './own-sessions.ts';
import { exportQuerySchema } from './person-export.ts';
import { searchQuerySchema, searchResponseSchema } from './search.ts';
import { ticketReplySchema, ticketThreadSchema } from './ticket-thread.ts';

/** One call of our own API. GoTrue, PostgREST, Supabase storage and tus define their own. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path; a segment such as `:id` is a parameter. */
  readonly path: string;
  /** Request: query string of a GET, else a JSON body or the bytes of a file. */
  readonly input: z.ZodType | 'file' | undefined;
  /** Response body: JSON or a file. */
  readonly output: z.ZodType | 'file';
  /** Status on success if not 200. */
  readonly status: 201 | 202 | 204 | undefined;
}

/** Empty success: `{}` or no body. */
const emptySchema = z.object({});
const messageSchema = z.object({ message: z.string() });

const { admin, auth } = API_PATHS;

/** Defines a call by path, input (or `nothing`), output and status. */
const callWith =
  <const M extends Call['method']>(method: M) =>
  <
    const P extends string,
    I extends Call['input'] = undefined,
    O extends Call['output'] = typeof emptySchema,
    const S extends Call['status'] = undefined,
  >(
    path: P,
    input?: I,
    output?: O,
    status?: S,
  ) =>
    // Safe: the default values have the default types.
    ({ method, path, input, output: output ?? emptySchema, status }) as {
      readonly method: M;
      readonly path: P;
      readonly input: I;
      readonly output: O;
      readonly status: S;
    };
const get = callWith('GET');
const post = callWith('POST');
const put = callWith('PUT');
const remove = callWith('DELETE');
const nothing = undefined;

/** Every call of our own API: method, path, input and output. The server mounts them, pages call them. */
export const CALLS = {
  subscribe: post(API_PATHS.newsletter, newsletterSchema, messageSchema, 202),
  requestDeletion: post(API_PATHS.accountDeletion, deletionFormSchema, messageSchema, 202),

  getOwnData: get(API_PATHS.accountData, exportQuerySchema, 'file'),
  getOwnSessions: get(API_PATHS.accountSessions, nothing, ownSessionsSchema),
  endOwnSession: remove(`${API_PATHS.accountSessions}/:id`, nothing, emptySchema, 204),
  redeemCode: post(API_PATHS.redeemCode, redeemSchema, redeemedSchema),
  getOwnTicket: get(`${API_PATHS.ownTickets}/:id/messages`, nothing, ticketThreadSchema),
  replyToTicket: post(
    `${API_PATHS.ownTickets}/:id/messages`,
    ticketReplySchema,
    ticketThreadSchema,
    201,
  ),

  // Between a kiosk's screen and a phone
  requestHandOver: post(`${auth}/hand-over/codes`, handOverRequestSchema, handOverSchema),
  watchHandOver: post(`${auth}/hand-over/watch`, handOverSecretSchema, handOverStatusSchema),
  cancelHandOver: post(`${auth}/hand-over/cancel`, handOverSecretSchema, emptySchema, 204),
  redeemHandOver: post(`${auth}/hand-over/redeem`, handOverCodeSchema, authSessionSchema),
  approveSignIn: post(`${auth}/hand-over/let-in`, handOverCodeSchema, emptySchema, 204),

  reportKiosk: post(API_PATHS.kioskReports, kioskReportSchema, kioskCommandsSchema),
  enrolKiosk: post(API_PATHS.kioskEnrolments, kioskEnrolmentSchema),
  leaveKiosk: remove(API_PATHS.kioskEnrolments),

  signInAdmin: post(`${auth}/admin/login`, adminLoginSchema, adminTokenSchema),
  changeAdminPassword: put(`${auth}/admin/password`, adminPasswordSchema, adminTokenSchema),
  signInAdminPerson: post(`${auth}/admin/sign-in`, adminSignInSchema, adminTokenSchema),
  readAdminInvitation: post(`${auth}/admin/invitation`, invitationTokenSchema, invitationSchema),
  acceptAdminInvitation: post(`${auth}/admin/invitation/accept`, acceptedInvitationSchema),
  resumeAdmin: post(`${auth}/admin/resume`, nothing, resumedAdminSchema),
  getOwnAdminSessions: get(`${auth}/admin/sessions`, nothing, adminSessionsSchema),
  endOwnAdminSession: remove(`${auth}/admin/sessions/:id`, nothing, emptySchema, 204),
  endOtherAdminSessions: remove(`${auth}/admin/sessions`, nothing, emptySchema, 204),
  getOwnAdmin: get(`${auth}/admin/me`, nothing, ownAdminSchema),
  beginSecondFactor: post(`${auth}/admin/me/second-factor`, nothing, secondFactorSchema),
  confirmSecondFactor: put(
    `${auth}/admin/me/second-factor`,
    confirmFactorSchema,
    confirmedFactorSchema,
  ),
  changeOwnAdminPassword: put(`${auth}/admin/me/password`, adminPasswordSchema, adminTokenSchema),
  getAdmins: get(`${admin}/admins`, nothing, adminPeopleSchema),
  inviteAdmin: post(`${admin}/admins`, newAdminSchema, adminInvitationSchema, 201),
  renewAdminInvitation: post(`${admin}/admins/:id/invitation`, nothing, adminInvitationSchema),
  changeAdminRole: put(`${admin}/admins/:id/role`, adminRoleSchema),
  resetSecondFactor: remove(`${admin}/admins/:id/second-factor`),
  removeAdmin: remove(`${admin}/admins/:id`),

  getDashboard: get(`${admin}/dashboard`, dashboardQuerySchema, dashboardSchema),
  getNeeds: get(`${admin}/needs`, nothing, needsResponseSchema),
  search: get(`${admin}/search`, searchQuerySchema, searchResponseSchema),
  getSwitches: get(`${admin}/switches`, nothing, switchesResponseSchema),
  testMail: post(`${admin}/mail-test`, mailTestSchema, mailTestResponseSchema),
  previewMail: post(`${admin}/mail-preview`, mailDraftSchema, mailPreviewSchema),
  getOutbox: get(`${auth}/admin/outbox`, nothing, outboxSchema),
  getOutboxMail: get(`${auth}/admin/outbox/:name`, nothing, outboxMailSchema),

  getBackups: get(`${admin}/backups`, nothing, backupsResponseSchema),
  makeBackup: post(`${admin}/backups`, nothing, backupSchema, 201),
  uploadBackup: post(`${admin}/backups/uploads`, 'file', backupSchema, 201),
  checkBackup: post(`${admin}/backups/:name/check`, nothing, backupSchema),
  linkBackup: post(`${admin}/backups/:name/link`, nothing, backupLinkSchema),
  restoreBackup: post(`${admin}/backups/:name/restore`, restoreSchema, restoredSchema),
  getFullBackups: get(`${admin}/whole-backups`, nothing, fullBackupsResponseSchema),
  makeFullBackup: post(`${admin}/whole-backups`, nothing, fullBackupsResponseSchema, 202),
  checkFullBackup: post(`${admin}/whole-backups/check`, nothing, fullBackupsResponseSchema, 202),
  deleteBackup: remove(`${admin}/backups/:name`, nothing, emptySchema, 204),

  // GoTrue endpoints that its client has no method for
  sendRecovery: post(`${auth}/recover`, recoverSchema),
  findPeople: get(`${auth}/admin/users`, peopleQuerySchema, peoplePageSchema),
  countPerson: get(`${admin}/people/:id/counts`, nothing, personCountsSchema),
  exportPerson: get(`${admin}/people/:id/export`, exportQuerySchema, 'file'),
  signOutPerson: post(`${admin}/people/:id/sign-out`),
  erasePerson: post(`${admin}/people/:id/erase`, erasureConfirmationSchema),
  approveDeletion: post(`${admin}/deletion-requests/:id/approve`),
  refuseDeletion: post(`${admin}/deletion-requests/:id/refuse`, refusalSchema),
  carryOutErasure: post(`${admin}/deletion-requests/:id/erase`, erasureConfirmationSchema),
  getInbox: get(`${admin}/inbox`, nothing, inboxSchema),
  getTicket: get(`${admin}/tickets/:id/messages`, nothing, ticketThreadSchema),
  answerTicket: post(`${admin}/tickets/:id/answer`, ticketAnswerSchema),
  getSubscribers: get(`${admin}/newsletter.csv`, newsletterListSchema, 'file'),
  unsubscribe: post(`${admin}/newsletter/:id/unsubscribe`),

  countTracks: post(`${admin}/track-counts`, countedTracksSchema, trackCountsSchema),
  moveTrack: post(`${admin}/tracks/:id/move`, trackMoveSchema, movedTrackSchema),
  changeTracks: post(`${admin}/track-changes`, trackChangeSchema, changedTracksSchema),
  undoTrackChange: post(`${admin}/track-changes/:id/undo`, nothing, undoneTracksSchema),
  getFileName: get(`${admin}/files/name`, filePathSchema, fileNameSchema),
  measureRecording: post(`${admin}/recordings/measure`, measureRecordingSchema, emptySchema, 202),
  stopRecording: post(`${admin}/recordings/stop`, filePathSchema),

  createCode: post(`${admin}/centre-codes`, centreCodeInsertSchema, rowSchema(centreCodes), 201),
  endCode: post(`${admin}/centre-codes/:id/end`, nothing, rowSchema(centreCodes)),
  getNumbersLink: get(`${admin}/centre-codes/:id/numbers-link`, nothing, numbersLinkSchema),
  makeNumbersLink: post(`${admin}/centre-codes/:id/numbers-link`, nothing, numbersLinkSchema),
  endNumbersLink: remove(`${admin}/centre-codes/:id/numbers-link`, nothing, numbersLinkSchema),

  addKiosk: post(`${admin}/kiosks`, newKioskSchema, addedKioskSchema, 201),
  removeKiosk: remove(`${admin}/kiosks/:id`),
  saveKioskSettings: put(`${admin}/kiosks/:id/settings`, kioskSettingsSchema),
  restartKiosk: post(`${admin}/kiosks/:id/restart`),
  cancelRestart: remove(`${admin}/kiosks/:id/restart`),
  getKioskDefaults: get(`${admin}/kiosk-defaults`, nothing, kioskFileSchema),
  saveKioskDefaults: put(`${admin}/kiosk-defaults`, kioskSettingsSchema),
} satisfies Record<string, Call>;

/** Parameters of a path: `{ id }` of '/kiosks/:id/restart'. */
export type PathParams<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Record<Name, string> & PathParams<`/${More}`>
    : Record<Rest, string>
  : unknown;
