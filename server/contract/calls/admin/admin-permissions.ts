import {
  type AdminArea,
  type AdminLevel,
  type AdminRole,
  mayAdmin,
} from '#contract/constants/admin-roles.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { CALLS, type Call } from '../calls.ts';

/** Level and area that an endpoint needs; `anybody` for every admin and for the sign-in itself. */
export type Permission = readonly [AdminLevel, AdminArea] | 'anybody';

type Calls = typeof CALLS;
type AdminPath = `${typeof API_PATHS.admin}/${string}` | `${typeof API_PATHS.auth}/admin/${string}`;
type AdminCall = {
  [Name in keyof Calls]: Calls[Name]['path'] extends AdminPath ? Name : never;
}[keyof Calls];

/** Required permission of every admin call; the compiler reports missing ones. */
const CALL_PERMISSIONS: Readonly<Record<AdminCall, Permission>> = {
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
const GOTRUE_PERMISSIONS: readonly [
  method: Call['method'],
  path: string,
  permission: Permission,
][] = [
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
  readonly permission: Permission;
}

const createEndpoint = (method: string, path: string, permission: Permission): Endpoint => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  permission,
});

const ENDPOINTS: readonly Endpoint[] = [
  ...Object.entries(CALL_PERMISSIONS).map(([name, permission]) => {
    // The keys of CALL_PERMISSIONS are names of calls.
    const { method, path } = CALLS[name as AdminCall];
    return createEndpoint(method, path, permission);
  }),
  ...GOTRUE_PERMISSIONS.map(([method, path, permission]) =>
    createEndpoint(method, `${API_PATHS.auth}${path}`, permission),
  ),
];

/** The name of a call, or a level and an area. */
export type AdminAction = AdminCall | `${AdminLevel} ${AdminArea}`;

/** Whether a page offers an action to a role; the server decides by the same table. */
export function hasPermission(role: AdminRole, action: AdminAction): boolean {
  const permission = isCall(action) ? CALL_PERMISSIONS[action] : action.split(' ');
  if (permission === 'anybody') return true;
  // An action that is not a call is a level and an area.
  const [level, area] = permission as [AdminLevel, AdminArea];
  return mayAdmin(role, level, area);
}

// The keys of the table are names of calls.
export const ADMIN_CALLS = Object.keys(CALL_PERMISSIONS) as AdminCall[];

const isCall = (action: AdminAction): action is AdminCall => action in CALL_PERMISSIONS;

/** Permission required for an admin request; undefined if none is listed. */
export function requiredPermission(method: string, path: string): Permission | undefined {
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  return ENDPOINTS.find(
    (endpoint) => endpoint.method === routeMethod && endpoint.pattern.test(path),
  )?.permission;
}
