import type { AdminArea } from './admin-roles.ts';

interface OwnerNeed {
  /** Label of the switch in the settings. */
  readonly label: string;
  /** Shown only to roles that may read this area. */
  readonly area: AdminArea;
  /** The page where the owner acts, and the label of its link. */
  readonly to: string;
  readonly action: string;
}

/** Pending work of the owner: listed on the dashboard and mailed. The server's `needs.ts` finds each. */
export const OWNER_NEEDS = {
  tickets: {
    label: 'A new ticket or reply',
    area: 'support',
    to: '/admin/users?part=tickets',
    action: 'See the tickets',
  },
  privacy: {
    label: 'A deletion request, and again three days before its deadline',
    area: 'privacy',
    to: '/admin/users?part=privacy',
    action: 'See the requests',
  },
  backups: {
    label: 'A failed backup, or none for two days',
    area: 'backups',
    to: '/admin/settings?part=backups',
    action: 'See the backups',
  },
  disk: {
    label: 'A disk that is more than 90 % full',
    area: 'dashboard',
    to: '/admin',
    action: 'See the dashboard',
  },
  mails: {
    label: 'Mails that cannot be delivered',
    area: 'outbox',
    to: '/admin/settings?part=outbox',
    action: 'Send a test mail',
  },
  inbox: {
    label: 'Replies by mail that cannot be read',
    area: 'support',
    to: '/admin/users?part=tickets',
    action: 'See the tickets',
  },
} as const satisfies Record<string, OwnerNeed>;
export type OwnerNeedName = keyof typeof OWNER_NEEDS;
export const OWNER_NEED_NAMES = Object.keys(OWNER_NEEDS) as [OwnerNeedName, ...OwnerNeedName[]];
