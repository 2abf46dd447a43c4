import type { TABLES } from '../rows/tables.ts';
import type { AdminArea, AdminLevel } from '../words/admin-roles.ts';
import { API_PATHS } from '../words/paths.ts';
import { CALLS, type Call } from './calls.ts';

/** What of the admin area a door opens, or `anybody`: each admin her own, and whoever comes in. */
export type Need = readonly [AdminLevel, AdminArea] | 'anybody';

type Calls = typeof CALLS;
type AdminPath = `${typeof API_PATHS.admin}/${string}` | `${typeof API_PATHS.auth}/admin/${string}`;
type AdminCall = {
  [Name in keyof Calls]: Calls[Name]['path'] extends AdminPath ? Name : never;
}[keyof Calls];

/** Every call of the admin's, and what it needs; the compiler asks for those that are missing. */
const CALL_NEEDS: Readonly<Record<AdminCall, Need>> = {
  signInAdmin: 'anybody',
  signInAdminPerson: 'anybody',
  readAdminInvitation: 'anybody',
  acceptAdminInvitation: 'anybody',
  getOwnAdmin: 'anybody',
  beginSecondFactor: 'anybody',
  confirmSecondFactor: 'anybody',
  renewRecoveryCodes: 'anybody',
  changeOwnAdminPassword: 'anybody',
  changeAdminPassword: ['write', 'admins'],
  getAdmins: ['read', 'admins'],
  inviteAdmin: ['write', 'admins'],
  renewAdminInvitation: ['write', 'admins'],
  changeAdminRole: ['write', 'admins'],
  resetSecondFactor: ['write', 'admins'],
  removeAdmin: ['write', 'admins'],

  getDashboard: ['read', 'dashboard'],
  // Of people and their tickets it tells whose role opens them.
  search: ['read', 'content'],
  getSwitches: ['read', 'settings'],
  testMail: ['write', 'settings'],
  getOutbox: ['read', 'outbox'],
  getOutboxMail: ['read', 'outbox'],

  getBackups: ['read', 'backups'],
  makeBackup: ['write', 'backups'],
  uploadBackup: ['write', 'backups'],
  checkBackup: ['write', 'backups'],
  linkBackup: ['write', 'backups'],
  restoreBackup: ['write', 'backups'],
  deleteBackup: ['write', 'backups'],
  getWholeBackups: ['read', 'backups'],
  makeWholeBackup: ['write', 'backups'],
  checkWholeBackup: ['write', 'backups'],

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
  takeOffList: ['write', 'newsletter'],

  countTrack: ['read', 'content'],
  moveTrack: ['write', 'content'],
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
  askForPicture: ['write', 'kiosks'],
  getPicture: ['write', 'kiosks'],
  takeBackRestart: ['write', 'kiosks'],
  getKioskDefaults: ['read', 'kiosks'],
  saveKioskDefaults: ['write', 'kiosks'],
};

/** GoTrue's own, which are not in the table of calls. A link that signs somebody in is the owner's alone. */
const GOTRUE_NEEDS: readonly [method: Call['method'], path: string, need: Need][] = [
  ['POST', '/admin/users', ['write', 'people']],
  ['GET', '/admin/users/:id', ['read', 'people']],
  ['PUT', '/admin/users/:id', ['write', 'people']],
  ['DELETE', '/admin/users/:id', ['write', 'privacy']],
  ['POST', '/admin/generate_link', ['write', 'outbox']],
  ['POST', '/invite', ['write', 'people']],
];

interface Door {
  readonly method: string;
  readonly pattern: RegExp;
  readonly need: Need;
}

const createDoor = (method: string, path: string, need: Need): Door => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  need,
});

const DOORS: readonly Door[] = [
  ...Object.entries(CALL_NEEDS).map(([name, need]) => {
    // The keys of a record by call are names of calls.
    const { method, path } = CALLS[name as AdminCall];
    return createDoor(method, path, need);
  }),
  ...GOTRUE_NEEDS.map(([method, path, need]) =>
    createDoor(method, `${API_PATHS.auth}${path}`, need),
  ),
];

/** What a request at an admin's door needs; of one that nobody has named, undefined. */
export function needAt(method: string, path: string): Need | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return DOORS.find((door) => door.method === asked && door.pattern.test(path))?.need;
}

/** Of which part of the area each table of the wire is. */
const TABLE_AREAS = {
  audio_content: 'content',
  audit_log: 'log',
  centre_codes: 'plans',
  change_log: 'log',
  code_redemptions: 'plans',
  consents: 'people',
  deletion_requests: 'privacy',
  favorites: 'people',
  kiosks: 'kiosks',
  newsletter_subscribers: 'newsletter',
  notification_reads: 'notifications',
  notifications: 'notifications',
  playback_positions: 'people',
  profiles: 'people',
  recordings: 'content',
  settings: 'settings',
  subscriptions: 'plans',
  support_tickets: 'support',
  tombstones: 'privacy',
  user_activity: 'people',
} as const satisfies Record<keyof typeof TABLES, AdminArea>;

const AREAS: ReadonlyMap<string, AdminArea> = new Map(Object.entries(TABLE_AREAS));
export const areaOfTable = (table: string): AdminArea | undefined => AREAS.get(table);
