/**
 * Every screen of the application. The renderer maps paths to pages; the server answers 404 to others, sets the
 * document's title and builds the sitemap. Imports nothing, because the landing page's first script includes
 * it.
 */
export interface RouteEntry {
  /** React Router syntax; a leading slash, `:name` for a parameter. */
  readonly path: string;
  /** Without the product's name, which `documentTitle` appends. */
  readonly title: string;
  /** Server-rendered with public data; other screens render in the browser. */
  readonly rendered: boolean;
  /** Listed in the sitemap and indexable. */
  readonly indexed: boolean;
}

type Entry<Path extends string> = RouteEntry & { readonly path: Path };

const screen = <Path extends string>(path: Path, title: string): Entry<Path> => ({
  path,
  title,
  rendered: false,
  indexed: false,
});

/** A screen that renders the same for everyone. */
const rendered = <Path extends string>(path: Path, title: string): Entry<Path> => ({
  ...screen(path, title),
  rendered: true,
});

/** As `rendered`, and also indexed by search engines. */
const article = <Path extends string>(path: Path, title: string): Entry<Path> => ({
  path,
  title,
  rendered: true,
  indexed: true,
});

export const ROUTES = [
  article('/', 'Scripture, prayer and music for pregnancy and birth'),
  rendered('/home', 'Home'),
  rendered('/login', 'Sign in'),
  rendered('/signup', 'Create your account'),
  article('/onboarding', 'Welcome'),
  rendered('/tracks', 'Tracks'),
  article('/splash', 'About'),
  rendered('/support', 'Support Center'),
  rendered('/socials', 'Connect With Us'),
  screen('/profile', 'Your Profile'),
  screen('/notifications', 'Notifications'),
  screen('/favorites', 'Your Favorites'),
  screen('/subscription', 'Unlock Full Access'),
  rendered('/player/:trackId', 'Player'),
  rendered('/labour', 'Labour mode'),
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
  title: 'We can’t find that page',
  rendered: true,
  indexed: false,
};

/** Finds the route of an address; ignores a trailing slash. */
export function findRoute(pathname: string): (typeof ROUTES)[number] | undefined {
  const segments = segmentsOf(pathname);
  return ROUTES.find((route) => {
    const pattern = segmentsOf(route.path);
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) => matchesSegment(part, segments[index] ?? ''))
    );
  });
}

/** A track's id must be a number. */
function matchesSegment(part: string, segment: string): boolean {
  if (part === ':trackId') return /^[1-9]\d{0,14}$/.test(segment);
  return part.startsWith(':') || part === segment;
}

export function documentTitle(route: RouteEntry, productName: string): string {
  return route.path === '/' ? `${productName}: ${route.title}` : `${route.title} · ${productName}`;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
