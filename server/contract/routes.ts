/**
 * Every screen of the application. The renderer pairs each path with a page, the server answers
 * 404 to any other address and puts title and description into the document, and the sitemap is
 * made from it. Imports nothing, because the landing page's first script carries it.
 */
export interface RouteEntry {
  /** React Router syntax; a leading slash, `:name` for a parameter. */
  readonly path: string;
  /** Without the product's name, which `documentTitle` adds. */
  readonly title: string;
  readonly description: string;
  /** Rendered to HTML at build time, in the file `htmlFileOf` names. */
  readonly prerender: boolean;
  /** Listed in the sitemap and open to search engines. */
  readonly indexed: boolean;
}

type Entry<Path extends string> = RouteEntry & { readonly path: Path };

const screen = <Path extends string>(
  path: Path,
  title: string,
  description: string,
): Entry<Path> => ({
  path,
  title,
  description,
  prerender: false,
  indexed: false,
});

const article = <Path extends string>(
  path: Path,
  title: string,
  description: string,
): Entry<Path> => ({
  path,
  title,
  description,
  prerender: true,
  indexed: true,
});

export const ROUTES = [
  article(
    '/',
    'Scripture, prayer and music for pregnancy and birth',
    'Guided scripture meditations, birth music and affirmations for Christian mothers, from the first weeks of pregnancy to the first weeks at home.',
  ),
  screen(
    '/home',
    'Home',
    'Your meditations, music and affirmations, and the place where you stopped listening.',
  ),
  screen('/login', 'Sign in', 'Sign in to keep your favourites and your own order of tracks.'),
  screen('/signup', 'Create your account', 'An e-mail address and a password are all it takes.'),
  article(
    '/onboarding',
    'Welcome',
    'A short welcome: daily scripture, prayer, and other mothers beside you.',
  ),
  screen('/tracks', 'Tracks', 'Choose which tracks you hear, and in which order.'),
  article('/splash', 'About', 'What this companion is, whom it is for, and who makes it.'),
  screen('/support', 'Support Center', 'Answers, a short guide, and a person to write to.'),
  screen(
    '/socials',
    'Connect With Us',
    'Find us and other mothers on the networks you already use.',
  ),
  screen('/profile', 'Your Profile', 'Your name, your subscription and your settings.'),
  screen('/notifications', 'Notifications', 'News about your tickets and new recordings.'),
  screen('/favorites', 'Your Favorites', 'The meditations you kept.'),
  screen('/subscription', 'Unlock Full Access', 'What premium access includes.'),
  screen('/player/:trackId', 'Player', 'Listen to one meditation in full.'),
  screen('/thank-you', 'Thank You', 'Your account has been created.'),
  screen('/admin', 'Admin', 'The administration of this site.'),
  screen('/admin/:tab', 'Admin', 'The administration of this site.'),
  screen('/admin-preview', 'Admin preview', 'A static preview of the administration.'),
  article(
    '/privacy',
    'Privacy Policy',
    'What we keep, why, for how long, and how to have it deleted.',
  ),
  article('/terms', 'Terms of Service', 'The terms under which the application may be used.'),
  article('/cookies', 'Cookie Policy', 'What is stored on your device, and what it is for.'),
  article('/contact', 'Contact', 'Write, telephone or send a letter. A person will answer.'),
  article('/get-started', 'Get Started', 'Four steps from the download to the first meditation.'),
  screen(
    '/account-deletion',
    'Account Deletion',
    'Ask for your account and your data to be deleted.',
  ),
  screen(
    '/account-deletion-confirmation',
    'Account Deletion Processing',
    'Your request has been received.',
  ),
] as const satisfies readonly RouteEntry[];

export type RoutePath = (typeof ROUTES)[number]['path'];

export const NOT_FOUND: RouteEntry = {
  path: '*',
  title: 'This page is not here',
  description: 'The address leads nowhere. Here is the way back.',
  prerender: true,
  indexed: false,
};

/** The built document that no prerendered page replaces. */
export const SHELL_FILE = 'shell.html';

/** Which file of `out/renderer` holds the document of a route. */
export function htmlFileOf(route: RouteEntry): string {
  if (!route.prerender) return SHELL_FILE;
  if (route.path === '/') return 'index.html';
  if (route.path === '*') return 'not-found.html';
  return `${route.path.slice(1)}.html`;
}

/** The route an address belongs to; a trailing slash makes no difference. */
export function findRoute(pathname: string): (typeof ROUTES)[number] | undefined {
  const wanted = segmentsOf(pathname);
  return ROUTES.find((route) => {
    const pattern = segmentsOf(route.path);
    return (
      pattern.length === wanted.length &&
      pattern.every((part, index) => part.startsWith(':') || part === wanted[index])
    );
  });
}

export function documentTitle(route: RouteEntry, productName: string): string {
  return route.path === '/' ? `${productName}: ${route.title}` : `${route.title} · ${productName}`;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
