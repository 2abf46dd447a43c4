/** A part of the area that can be gone to by its name. */
export interface Place {
  readonly label: string;
  /** The tab it is a part of. */
  readonly within: string;
  readonly to: string;
  /** What is there, for who looks for it by another word. */
  readonly words: string;
}

const part = (tab: string, value: string, label: string, words: string): Place => ({
  label,
  within: tab,
  to: `/admin/${tab.toLowerCase()}?part=${value}`,
  words,
});
const tab = (label: string, to: string, words: string): Place => ({
  label,
  within: 'Admin',
  to,
  words,
});

/** The tabs and their parts; `tests/e2e/admin-search.test.ts` goes to each of them. */
export const PLACES: readonly Place[] = [
  tab('Dashboard', '/admin', 'figures plays chart disk waits'),
  tab('Users', '/admin/users', 'people mothers accounts ban password'),
  part('Users', 'tickets', 'Support', 'tickets questions answers help'),
  part('Users', 'newsletter', 'Newsletter', 'subscribers list csv mail'),
  part('Users', 'privacy', 'Privacy requests', 'deletion erase gdpr'),
  tab('Content', '/admin/content', 'tracks recordings upload audio covers'),
  tab('Subscriptions', '/admin/subscriptions', 'plans premium'),
  part('Subscriptions', 'codes', 'Centre codes', 'birth centre cards print qr redeem'),
  tab('Notifications', '/admin/notifications', 'write send news'),
  tab('Settings', '/admin/settings', ''),
  part(
    'Settings',
    'brand',
    'Brand',
    'name contact address links stores price texts words landing verse preview',
  ),
  part('Settings', 'announcement', 'Announcement', 'banner home from to'),
  part(
    'Settings',
    'access',
    'Sign-in & access',
    'sign-up guests premium consent switches mail test',
  ),
  part('Settings', 'outbox', 'Outbox', 'mails sent waiting'),
  part('Settings', 'backups', 'Backups', 'restore copy download'),
  part('Settings', 'kiosks', 'Kiosks', 'screens tablets birth centre'),
  part('Settings', 'people', 'People', 'admins invite roles second factor editor helpdesk'),
  part('Settings', 'password', 'Password', 'change admin'),
  part('Settings', 'log', 'Audit log', 'who did what history csv'),
];

/** Its name first, then by what is there. */
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
