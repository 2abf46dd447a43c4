/** Roles of the admin area, with the text the owner reads when inviting. */
export const ADMIN_ROLES = {
  owner: { label: 'Owner', text: 'Everything, including other admins, the outbox and backups.' },
  editor: { label: 'Editor', text: 'Tracks, recordings and notifications.' },
  helpdesk: { label: 'Helpdesk', text: 'People, their tickets and subscriptions.' },
  reader: { label: 'Read-only', text: 'Sees all but the outbox and backups, and changes nothing.' },
} as const;
export type AdminRole = keyof typeof ADMIN_ROLES;
export const ADMIN_ROLE_NAMES = Object.keys(ADMIN_ROLES) as [AdminRole, ...AdminRole[]];

/** Parts of the admin area, as named in an error. */
export const ADMIN_AREAS = {
  dashboard: 'the dashboard',
  content: 'tracks',
  notifications: 'notifications',
  people: 'people',
  credentials: 'how users sign in',
  support: 'tickets',
  privacy: 'deletion requests',
  plans: 'subscriptions',
  newsletter: 'the newsletter',
  kiosks: 'kiosks',
  settings: 'settings',
  outbox: 'the outbox',
  backups: 'backups',
  log: 'the audit log',
  admins: 'admins',
} as const;
export type AdminArea = keyof typeof ADMIN_AREAS;
export type AdminLevel = 'read' | 'write';

/** Permissions of each role; anything not listed is refused. Write includes read. */
const MAY: Readonly<Record<AdminRole, Readonly<Partial<Record<AdminArea, AdminLevel>>>>> = {
  owner: {
    dashboard: 'read',
    content: 'write',
    notifications: 'write',
    people: 'write',
    credentials: 'write',
    support: 'write',
    privacy: 'write',
    plans: 'write',
    newsletter: 'write',
    kiosks: 'write',
    settings: 'write',
    outbox: 'write',
    backups: 'write',
    log: 'read',
    admins: 'write',
  },
  editor: {
    dashboard: 'read',
    content: 'write',
    notifications: 'write',
    kiosks: 'read',
    settings: 'read',
  },
  helpdesk: {
    dashboard: 'read',
    content: 'read',
    notifications: 'read',
    people: 'write',
    support: 'write',
    privacy: 'read',
    plans: 'write',
    newsletter: 'read',
    kiosks: 'read',
    settings: 'read',
  },
  reader: {
    dashboard: 'read',
    content: 'read',
    notifications: 'read',
    people: 'read',
    support: 'read',
    privacy: 'read',
    plans: 'read',
    newsletter: 'read',
    kiosks: 'read',
    settings: 'read',
    log: 'read',
  },
};

export function mayAdmin(role: AdminRole, level: AdminLevel, area: AdminArea): boolean {
  const given = MAY[role][area];
  return given === 'write' || given === level;
}
