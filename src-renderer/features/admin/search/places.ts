import type { AdminArea } from '#contract/constants/admin-roles.ts';

/** A searchable part of the admin area. */
export interface Place {
  readonly label: string;
  /** The tab that contains it. */
  readonly within: string;
  readonly to: string;
  /** Hidden from roles without access to this area. */
  readonly area: AdminArea;
  /** Keywords for the search. */
  readonly words: string;
}

const part = (
  tab: string,
  value: string,
  label: string,
  area: AdminArea,
  words: string,
): Place => ({
  label,
  area,
  within: tab,
  to: `/admin/${tab.toLowerCase()}?part=${value}`,
  words,
});
const tab = (label: string, to: string, area: AdminArea, words: string): Place => ({
  label,
  area,
  within: 'Admin',
  to,
  words,
});

/** The tabs and their parts; `tests/e2e/admin/admin-search.test.ts` compares them with the pages. */
export const PLACES: readonly Place[] = [
  tab('Dashboard', '/admin', 'dashboard', 'figures plays chart disk waits'),
  tab('Users', '/admin/users', 'people', 'people mothers accounts ban password'),
  part('Users', 'tickets', 'Support', 'support', 'tickets questions answers help'),
  part('Users', 'newsletter', 'Newsletter', 'newsletter', 'subscribers list csv mail'),
  part('Users', 'privacy', 'Privacy requests', 'privacy', 'deletion erase gdpr'),
  tab('Content', '/admin/content', 'content', 'tracks recordings upload audio covers'),
  tab('Subscriptions', '/admin/subscriptions', 'plans', 'plans premium'),
  part('Subscriptions', 'codes', 'Centre codes', 'plans', 'birth centre cards print qr redeem'),
  tab('Notifications', '/admin/notifications', 'notifications', 'write send news'),
  tab('Settings', '/admin/settings', 'settings', ''),
  part(
    'Settings',
    'brand',
    'Brand',
    'settings',
    'name contact address links stores price words landing verse preview',
  ),
  part(
    'Settings',
    'texts',
    'Texts',
    'settings',
    'words landing onboarding support footer privacy terms cookies legal questions testimonials',
  ),
  part(
    'Settings',
    'mail-texts',
    'Mails to users',
    'settings',
    'mails texts welcome confirm reset subject preview',
  ),
  part('Settings', 'announcement', 'Announcement', 'settings', 'banner home from to'),
  part(
    'Settings',
    'access',
    'Sign-in & access',
    'settings',
    'sign-up guests premium consent switches mail test',
  ),
  part('Settings', 'mails', 'Mails to you', 'settings', 'owner notify alert'),
  part('Settings', 'outbox', 'Outbox', 'outbox', 'mails sent waiting'),
  part('Settings', 'backups', 'Backups', 'backups', 'restore copy download'),
  part('Settings', 'kiosks', 'Kiosks', 'kiosks', 'screens tablets birth centre'),
  part(
    'Settings',
    'people',
    'People',
    'admins',
    'admins invite roles second factor editor helpdesk',
  ),
  part('Settings', 'password', 'Password', 'settings', 'change admin'),
  part('Settings', 'sessions', 'Sessions', 'settings', 'machines signed in devices sign out end'),
  part('Settings', 'log', 'Audit log', 'log', 'who did what history csv'),
];

/** Matches of the name first, then of the keywords. */
export function findPlaces(text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return PLACES;
  const named = PLACES.filter(({ label }) => label.toLowerCase().includes(wanted));
  const about = PLACES.filter(
    (place) =>
      !named.includes(place) && place.words.split(' ').some((word) => word.startsWith(wanted)),
  );
  return [...named, ...about];
}
