import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Parameters<
  Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>
>[1];

const ENTRY = 'app/main.tsx';
const ROUTES = 'app/routes.tsx';
/** The landing page, the most frequent entry. */
const LANDING = 'features/landing/landing-page.tsx';
const SITE_FRAME = 'app/site-frame.tsx';
/** Other public pages; they must not import the application's code. */
const PUBLIC = [
  'features/site/privacy-policy.tsx',
  'features/site/contact-page.tsx',
  'features/site/get-started-page.tsx',
  'features/site/onboarding-page.tsx',
];
/** The frames of the application. */
const FRAMES = ['app/data-frame.tsx', 'app/app-frame.tsx'];
/** The page on which users most often enter the application. */
const HOME = 'app/screens/home-screen.tsx';
/** The player and other background services, loaded after the first paint. */
const SERVICES = 'app/services.tsx';
const PAGES = [
  'app/screens/player-screen.tsx',
  'features/tracks/tracks-page.tsx',
  'features/favorites/favorites-page.tsx',
  'features/people/profile-page.tsx',
];

/** lucide's index imports every icon, even if only one is used. */
const ICON_INDEX = /lucide-react\/dist\/esm\/lucide-react\.m?js$/;
/** Icons of the frames and of nearly every page; other icons are bundled with their pages. */
const APP_ICONS =
  /lucide-react\/dist\/esm\/icons\/(?:bell|circle-dot|heart|house|list-music|lock|undo-2|users-round|volume-x|wifi-off)\.m?js$/;
const SHARED_ICONS =
  /lucide-react\/dist\/esm\/(?!icons|lucide-react\.|dynamicIconImports)|lucide-react\/dist\/esm\/icons\/(?:arrow-left|book-open|check|circle-check|circle-exclamation-point|info|moon|pause|play|search|shield-check|sun|users)\.m?js$/;

/**
 * Assigns shared modules to few chunks: `main` is loaded on every page, `shared` on the landing page and in the
 * application, `app` on all pages of the application. Each page also has its own chunk.
 */
export function chunkOf(root: string): (id: string, context: Context) => string | null {
  let chunks: Map<string, string> | undefined;
  return (id, context) => {
    chunks ??= assignChunks(root, context);
    if (APP_ICONS.test(id)) return 'app';
    if (SHARED_ICONS.test(id)) return 'main';
    return chunks.get(id) ?? null;
  };
}

function assignChunks(root: string, context: Context): Map<string, string> {
  const reach = (...files: string[]) =>
    reachable(
      files.map((file) => join(root, file)),
      context,
    );
  const entry = reach(ENTRY);
  const landing = reach(LANDING, SITE_FRAME);
  const frames = reach(...FRAMES);
  const home = reach(HOME);
  const pages = reach(...PAGES);
  const app = new Set([...frames, ...[...home].filter((id) => pages.has(id))]);
  const routes = context.getModuleInfo(join(root, ROUTES))?.dynamicallyImportedIds ?? [];
  const otherRoutes = reachable(
    routes.filter((id) => id !== join(root, LANDING) && id !== join(root, SITE_FRAME)),
    context,
  );
  const chunks = new Map<string, string>();
  const publicPages = reach(...PUBLIC, SITE_FRAME);
  for (const id of reach(SERVICES)) if (!home.has(id)) chunks.set(id, 'services');
  for (const id of app) if (!publicPages.has(id)) chunks.set(id, 'app');
  for (const id of landing) if (otherRoutes.has(id)) chunks.set(id, 'shared');
  for (const id of entry) chunks.set(id, 'main');
  return chunks;
}

/** The modules and all their static imports. */
function reachable(starts: readonly string[], context: Context): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id) || ICON_INDEX.test(id)) return;
    found.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  for (const start of starts) visit(start);
  return found;
}
