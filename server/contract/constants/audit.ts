/** Actors in the audit log and their labels. */
export const AUDIT_ACTORS = {
  service_role: 'The admin',
  /** Written by older versions for changes to users. */
  admin: 'The admin',
  system: 'The server, automatically',
  schedule: 'The server, automatically',
  levelling: 'The server, automatically',
  kiosk: 'Staff at the kiosk',
  operator: 'A command at the server',
  stranger: 'A person without access',
} as const;
export type AuditActor = keyof typeof AUDIT_ACTORS;

/** Prefix of an admin with an account, followed by the address. */
export const NAMED_ADMIN = 'admin:';

/** Actions in lower case; older entries about users are in capitals. */
export const AUDIT_ACTIONS = {
  insert: 'Made',
  update: 'Changed',
  delete: 'Deleted',
  'delete-many': 'Deleted many',
  move: 'Moved',
  'update-many': 'Changed many',
  undo: 'Change undone',
  approve: 'Approved',
  refuse: 'Refused',
  erase: 'Erased',
  export: 'Exported',
  make: 'Made',
  check: 'Checked',
  upload: 'Uploaded',
  download: 'Downloaded',
  restore: 'Restored',
  send: 'Sent',
  invite: 'Invited',
  enter: 'Signed in',
  keep: 'Stays signed in',
  end: 'Ended',
  'enter-refused': 'Sign-in refused',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Subject of an action: a table or another thing. `one` is the singular, `all` names the list. */
export const AUDIT_SUBJECTS = {
  audio_content: { one: 'track', all: 'Tracks' },
  users: { one: 'person', all: 'People' },
  profiles: { one: 'profile', all: 'Profiles' },
  subscriptions: { one: 'subscription', all: 'Subscriptions' },
  centre_codes: { one: 'code', all: 'Codes' },
  notifications: { one: 'notification', all: 'Notifications' },
  notification_reads: { one: 'read mark', all: 'Read marks' },
  support_tickets: { one: 'ticket', all: 'Tickets' },
  deletion_requests: { one: 'deletion request', all: 'Deletion requests' },
  newsletter_subscribers: { one: 'subscriber', all: 'Newsletter' },
  settings: { one: 'setting', all: 'Settings' },
  admin_people: { one: 'admin', all: 'Admins' },
  kiosks: { one: 'kiosk', all: 'Kiosks' },
  mails: { one: 'test mail', all: 'Test mails' },
  backups: { one: 'backup', all: 'Backups' },
  admin_area: { one: 'admin area', all: 'Sign-ins of the admin' },
  admin_sessions: { one: 'session of an admin', all: 'Sessions of admins' },
  admin_password: { one: 'password of the admin', all: 'Password of the admin' },
} as const;
export type AuditSubject = keyof typeof AUDIT_SUBJECTS;
