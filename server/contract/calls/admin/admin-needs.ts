import {
  type AdminArea,
  type AdminLevel,
  type AdminRole,
  mayAdmin,
} from '#contract/constants/admin-roles.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { CALLS, type Call } from '../calls.ts';

/** Level and area that an endpoint needs; `anybody` for every admin and for the sign-in itself. */
export type Need = readonly [AdminLevel, AdminArea] | 'anybody';

type Calls = typeof CALLS;
type AdminPath = `${typeof API_PATHS.admin}/${string}` | `${typeof API_PATHS.auth}/admin/${string}`;
type AdminCall = {
  [Name in keyof Calls]: Calls[Name]['path'] extends AdminPath ? Name : never;
}[keyof Calls];

/** Required permission of every admin call; the compiler reports missing ones. */
const CALL_NEEDS: Readonly<Record<AdminCall, Need>> = {
  signInAdmin: 'anybody',
  signInAdminPerson: 'anybody',
  readAdminInvitation: 'anybody',
  acceptAdminInvitation: 'anybody',
  resumeAdmin: 'anybody',
  getOwnAdminSessions: 'anybody',
  endOwnAdminSession: 'anybody',
  endOtherAdminSessions: 'anybody',
  getOwnAdmin: 'anybody',
  beginSecondFactor: 'anybody',
  confirmSecondFactor: 'anybody',
  changeOwnAdminPassword: 'anybody',
  changeAdminPassword: ['write', 'admins'],
  getAdmins: ['read', 'admins'],
  inviteAdmin: ['write', 'admins'],
  renewAdminInvitation: ['write', 'admins'],
  changeAdminRole: ['write', 'admins'],
  resetSecondFactor: ['write', 'admins'],
  removeAdmin: ['write', 'admins'],

  getDashboard: ['read', 'dashboard'],
  // Open tasks of an area are returned only to roles that may read it.
  getNeeds: ['read', 'dashboard'],
  // Users and tickets are returned only to roles that may read them.
  search: ['read', 'content'],
  getSwitches: ['read', 'settings'],
  testMail: ['write', 'settings'],
  previewMail: ['write', 'settings'],
  getOutbox: ['read', 'outbox'],
  getOutboxMail: ['read', 'outbox'],

  getBackups: ['read', 'backups'],
  makeBackup: ['write', 'backups'],
  uploadBackup: ['write', 'backups'],
  checkBackup: ['write', 'backups'],
  linkBackup: ['write', 'backups'],
  restoreBackup: ['write', 'backups'],
  deleteBackup: ['write', 'backups'],
  getFullBackups: ['read', 'backups'],
  makeFullBackup: ['write', 'backups'],
  checkFullBackup: ['write', 'backups'],

  findPeople: ['read', 'people'],
  countPerson: ['read', 'people'],
  exportPerson: ['write', 'people'],
  signOutPerson: ['write', 'people'],
  erasePerson: ['write', 'privacy'],
  approveDeletion: ['write', 'privacy'],
  refuseDeletion: ['write', 'privacy'],
  carryOutErasure: ['write', 'privacy'],
  getInbox: ['read', 'support'],
  getTicket: ['read', 'support'],
  answerTicket: ['write', 'support'],
  getSubscribers: ['read', 'newsletter'],
  unsubscribe: ['write', 'newsletter'],

  countTracks: ['read', 'content'],
  moveTrack: ['write', 'content'],
  changeTracks: ['write', 'content'],
  undoTrackChange: ['write', 'content'],
  getFileName: ['read', 'content'],
  measureRecording: ['write', 'content'],
  stopRecording: ['write', 'content'],

  createCode: ['write', 'plans'],
  endCode: ['write', 'plans'],
  getNumbersLink: ['read', 'plans'],
  makeNumbersLink: ['write', 'plans'],
  endNumbersLink: ['write', 'plans'],

  addKiosk: ['write', 'kiosks'],
  removeKiosk: ['write', 'kiosks'],
  saveKioskSettings: ['write', 'kiosks'],
  restartKiosk: ['write', 'kiosks'],
  cancelRestart: ['write', 'kiosks'],
  getKioskDefaults: ['read', 'kiosks'],
  saveKioskDefaults: ['write', 'kiosks'],
};

/** GoTrue's own endpoints, which are not in the table of calls. Only the owner may act as a user. */
const GOTRUE_NEEDS: readonly [method: Call['method'], path: string, need: Need][] = [
  ['POST', '/admin/users', ['write', 'people']],
  ['GET', '/admin/users/:id', ['read', 'people']],
  ['PUT', '/admin/users/:id', ['write', 'people']],
  ['DELETE', '/admin/users/:id', ['write', 'privacy']],
  ['POST', '/admin/generate_link', ['write', 'credentials']],
  ['POST', '/invite', ['write', 'people']],
];

interface Endpoint {
  readonly method: string;
  readonly pattern: RegExp;
  readonly need: Need;
}

const createEndpoint = (method: string, path: string, need: Need): Endpoint => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  need,
});

const ENDPOINTS: readonly Endpoint[] = [
  ...Object.entries(CALL_NEEDS).map(([name, need]) => {
    // The keys of CALL_NEEDS are names of calls.
    const { method, path } = CALLS[name as AdminCall];
    return createEndpoint(method, path, need);
  }),
  ...GOTRUE_NEEDS.map(([method, path, need]) =>
    createEndpoint(method, `${API_PATHS.auth}${path}`, need),
  ),
];

/** The name of a call, or a level and an area. */
export type AdminAction = AdminCall | `${AdminLevel} ${AdminArea}`;

/** Whether a page offers an action to a role; the server decides by the same table. */
export function mayDo(role: AdminRole, action: AdminAction): boolean {
  const need = isCall(action) ? CALL_NEEDS[action] : action.split(' ');
  if (need === 'anybody') return true;
  // An action that is not a call is a level and an area.
  const [level, area] = need as [AdminLevel, AdminArea];
  return mayAdmin(role, level, area);
}

// The keys of the table are names of calls.
export const ADMIN_CALLS = Object.keys(CALL_NEEDS) as AdminCall[];

const isCall = (action: AdminAction): action is AdminCall => action in CALL_NEEDS;

/** Permission required for an admin request; undefined if none is listed. */
export function needAt(method: string, path: string): Need | undefined {
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  return ENDPOINTS.find(
    (endpoint) => endpoint.method === routeMethod && endpoint.pattern.test(path),
  )?.need;
}
