import type { AdminArea } from '#contract/constants/admin-roles.ts';

/**
 * A part of a tab. `keywords` are for the search, separated by spaces; the first part of a tab may omit them to use the
 * tab's keywords. A part is hidden from roles without access to `area`, by default the tab's area.
 */
export type TabPart<Name extends string = string> = readonly [
  name: Name,
  label: string,
  keywords: string,
  area?: AdminArea,
];

export const USERS_PARTS = [
  ['people', 'People', ''],
  ['tickets', 'Support', 'tickets questions answers help', 'support'],
  ['newsletter', 'Newsletter', 'subscribers list csv mail', 'newsletter'],
  ['privacy', 'Privacy requests', 'deletion erase gdpr', 'privacy'],
] as const satisfies readonly TabPart[];

export const SUBSCRIPTIONS_PARTS = [
  ['plans', 'Plans', ''],
  ['codes', 'Centre codes', 'birth centre cards print qr redeem'],
] as const satisfies readonly TabPart[];

export const SETTINGS_PARTS = [
  ['brand', 'Brand', 'name contact address links stores price words landing verse preview'],
  [
    'texts',
    'Texts',
    'words landing onboarding support footer privacy terms cookies legal questions testimonials',
  ],
  ['mail-texts', 'Mails to users', 'mails texts welcome confirm reset subject preview'],
  ['announcement', 'Announcement', 'banner home from to'],
  ['access', 'Sign-in & access', 'sign-up guests premium consent switches mail test'],
  ['mails', 'Mails to you', 'owner notify alert'],
  ['outbox', 'Outbox', 'mails sent waiting', 'outbox'],
  ['backups', 'Backups', 'restore copy download', 'backups'],
  ['kiosks', 'Kiosks', 'screens tablets birth centre', 'kiosks'],
  ['people', 'People', 'admins invite roles second factor editor helpdesk', 'admins'],
  ['password', 'Password', 'change admin'],
  ['sessions', 'Sessions', 'machines signed in devices sign out end'],
  ['log', 'Audit log', 'who did what history csv', 'log'],
] as const satisfies readonly TabPart[];
