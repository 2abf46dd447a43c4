/**
 * Every screen of the application. The renderer pairs each path with a page, the server answers
 * 404 to any other address and puts the title into the document, and the sitemap is made from it. Imports nothing, because the landing page's first script carries it.
 */
export interface RouteEntry {
  /** React Router syntax; a leading slash, `:name` for a parameter. */
  readonly path: string;
  /** Without the product's name, which `documentTitle` adds. */
  readonly title: string;
  /** Rendered to HTML at build time, in the file `htmlFileOf` names. */
  readonly prerender: boolean;
  /** Rendered by the server, with what anybody may see of the library, into the document of that name. */
  readonly living?: true;
  /** Listed in the sitemap and open to search engines. */
  readonly indexed: boolean;
}

type Entry<Path extends string> = RouteEntry & { readonly path: Path };

const screen = <Path extends string>(path: Path, title: string): Entry<Path> => ({
  path,
  title,
  prerender: false,
  indexed: false,
});

const living = <Path extends string>(path: Path, title: string): Entry<Path> => ({
  ...screen(path, title),
  living: true,
});

const article = <Path extends string>(path: Path, title: string): Entry<Path> => ({
  path,
  title,
  prerender: true,
  indexed: true,
});

export const ROUTES = [
  article('/', 'Scripture, prayer and music for pregnancy and birth'),
  living('/home', 'Home'),
  living('/login', 'Sign in'),
  living('/signup', 'Create your account'),
  article('/onboarding', 'Welcome'),
  living('/tracks', 'Tracks'),
  article('/splash', 'About'),
  living('/support', 'Support Center'),
  living('/socials', 'Connect With Us'),
  screen('/profile', 'Your Profile'),
  screen('/notifications', 'Notifications'),
  screen('/favorites', 'Your Favorites'),
  screen('/subscription', 'Unlock Full Access'),
  living('/player/:trackId', 'Player'),
  screen('/labour', 'Labour mode'),
  screen('/thank-you', 'Thank You'),
  screen('/admin', 'Admin'),
  screen('/admin/:tab', 'Admin'),
  screen('/admin-preview', 'Admin preview'),
  article('/privacy', 'Privacy Policy'),
  article('/terms', 'Terms of Service'),
  article('/cookies', 'Cookie Policy'),
  article('/accessibility', 'Accessibility'),
  article('/contact', 'Contact'),
  article('/get-started', 'Get Started'),
  screen('/kiosk', 'Come and rest'),
  screen('/hand-over', 'Your phone and the screen'),
  screen('/account-deletion', 'Account Deletion'),
  screen('/account-deletion-confirmation', 'Account Deletion Processing'),
] as const satisfies readonly RouteEntry[];

export type RoutePath = (typeof ROUTES)[number]['path'];

export const NOT_FOUND: RouteEntry = {
  path: '*',
  title: 'This page is not here',
  prerender: true,
  indexed: false,
};

/** The built document of every screen that has none of its own. */
export const SHELL_FILE = 'shell.html';

/** Which file of `out/renderer` holds the document of a route. */
export function htmlFileOf(route: RouteEntry): string {
  if (!route.prerender && !route.living) return SHELL_FILE;
  if (route.path === '/') return 'index.html';
  if (route.path === '*') return 'not-found.html';
  return `${segmentsOf(route.path)[0]}.html`;
}

/** The route an address belongs to; a trailing slash makes no difference. */
export function findRoute(pathname: string): (typeof ROUTES)[number] | undefined {
  const wanted = segmentsOf(pathname);
  return ROUTES.find((route) => {
    const pattern = segmentsOf(route.path);
    return (
      pattern.length === wanted.length &&
      pattern.every((part, index) => fits(part, wanted[index] ?? ''))
    );
  });
}

/** A track is known by its number: anything else there is an address that does not exist. */
function fits(part: string, wanted: string): boolean {
  if (part === ':trackId') return /^[1-9]\d{0,14}$/.test(wanted);
  return part.startsWith(':') || part === wanted;
}

export function documentTitle(route: RouteEntry, productName: string): string {
  return route.path === '/' ? `${productName}: ${route.title}` : `${route.title} · ${productName}`;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
