import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { LIMITS } from '#contract/constants/limits.ts';
import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import { NOT_FOUND, type RouteEntry } from '#contract/constants/pages/routes.ts';
import { LISTED_COLUMNS } from '#contract/rows/audio-content.ts';
import type { FirstRows } from '#contract/rows/first-rows.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';

/** The server-rendered page: public data only. */
export interface RenderedPage {
  /** HTML of the root element. */
  readonly content: string;
  /** TanStack Query's state, for hydration. */
  readonly queries: unknown;
  /** The page's modules, by their keys in Vite's manifest. */
  readonly modules: readonly string[];
  /** Name of the page's track, for the title. */
  readonly name?: string;
  /** The track does not exist or is not public: status 404. */
  readonly isMissing?: boolean;
}

/**
 * Returns the same object while its data is unchanged; undefined if the page must be rendered in the browser.
 */
export type RenderPage = (
  route: RouteEntry,
  path: string,
  config: PublicConfig,
) => Promise<RenderedPage | undefined>;

interface RenderOptions {
  /** The build's `pages.js` (`src-renderer/app/pages.tsx`); undefined in development. */
  readonly entry: string | undefined;
  /** JSON rows for an anonymous reader at this table address. */
  readonly readRows: (url: string) => Promise<string>;
  /** Increases with any change of these rows. */
  readonly latestChangeId: () => number | Promise<number>;
  readonly logger: Logger;
}

/** Exports of `src-renderer/app/pages.tsx`. */
interface Pages {
  renderPage(path: string, given: { config: PublicConfig; rows: FirstRows }): Promise<RenderedPage>;
}

interface CachedPage {
  changeId: number;
  readonly config: PublicConfig;
  readonly text: string;
  readonly page: Promise<RenderedPage>;
}

/** More than one screen; the page fetches the rest after hydration. */
const FIRST_TRACKS = 24;
const ENABLED = '/audio_content?enabled=eq.true';
const FIRST = `${ENABLED}&select=${LISTED_COLUMNS}&order=position,id&limit=${FIRST_TRACKS}`;
/** The first track that does not fit into the first answer. */
const BEYOND = `${ENABLED}&select=id&order=position,id&offset=${LIMITS.pageRows}&limit=1`;
const FEATURED = `${ENABLED}&select=${LISTED_COLUMNS}&featured=is.true&order=position,id&limit=1`;
const MAX_CACHED = 200;
/** Rendering takes about ten milliseconds of the main thread. Above this rate pages render in the browser. */
const MAX_RENDERS_PER_SECOND = 20;
/** Only canonical player addresses are cached, one per page. */
const PLAYER = /^\/player\/([1-9]\d{0,15})$/;

/** Finds `pages.js` beside the server's entry or above its shared chunks; undefined when run from the sources. */
export function findBuiltPages(): string | undefined {
  const candidates = ['./pages.js', '../pages.js'];
  const files = candidates.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  return files.find((file) => existsSync(file));
}

/** Renders pages and caches them by address until the settings or their rows change. */
export function createPageRenderer(options: RenderOptions): RenderPage {
  const { entry, logger, latestChangeId } = options;
  if (entry === undefined) return async () => undefined;
  const { href } = pathToFileURL(entry);
  let pages: Promise<Pages> | undefined;
  const cache = new LRUCache<string, CachedPage>({ max: MAX_CACHED });
  const mayRender = limitPerSecond(MAX_RENDERS_PER_SECOND);

  async function find(route: RouteEntry, address: string, config: PublicConfig) {
    const trackId = PLAYER.exec(address)?.[1];
    const isPlayer = route.path === '/player/:trackId';
    if (isPlayer && trackId === undefined) return undefined;
    const path = isPlayer ? address : addressOf(route);
    const changeId = await latestChangeId();
    const known = cache.get(path);
    const isCurrent = known !== undefined && isSame(known.config, config);
    if (isCurrent && known.changeId === changeId) return known.page;
    if (known === undefined && !mayRender()) return undefined;
    const text = await readText(options.readRows, route, trackId);
    // Most changes, e.g. favorites and positions, do not affect the page.
    if (isCurrent && known.text === text) {
      known.changeId = Math.max(known.changeId, changeId);
      return known.page;
    }
    const rows = joinRows(text);
    const page =
      trackId === undefined ? render(path, config, rows) : renderTrack(path, config, rows);
    cache.set(path, { changeId, config, text, page });
    return page;
  }

  async function render(path: string, config: PublicConfig, rows: FirstRows) {
    // The module exports `Pages`.
    pages ??= import(href) as Promise<Pages>;
    return (await pages).renderPage(path, { config, rows });
  }

  async function renderTrack(path: string, config: PublicConfig, rows: FirstRows) {
    const trackId = Number(PLAYER.exec(path)?.[1]);
    const name = rows.tracks.find(({ id }) => id === trackId)?.title;
    if (name !== undefined) return { ...(await render(path, config, rows)), name };
    return { ...(await render(path, config, { ...rows, missing: trackId })), isMissing: true };
  }

  return async (route, path, config) => {
    if (!route.rendered) return undefined;
    try {
      return await find(route, path, config);
    } catch (error) {
      // The browser renders the page or shows the error.
      cache.delete(route.path === '/player/:trackId' ? path : addressOf(route));
      logger.warn({ err: error, path: route.path }, 'a page was not rendered');
      return undefined;
    }
  };
}

const addressOf = ({ path }: RouteEntry) => (path === NOT_FOUND.path ? '/not-found' : path);

/** The returned function is true at most this many times per second. */
function limitPerSecond(limit: number): () => boolean {
  let second = 0;
  let times = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    times = now === second ? times + 1 : 1;
    second = now;
    return times <= limit;
  };
}

const isSame = <Value extends object>(one: Value, other: Value) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The table answers of a page, one per line. */
async function readText(
  readRows: (url: string) => Promise<string>,
  { path }: RouteEntry,
  trackId: string | undefined,
): Promise<string> {
  const urls: Record<string, string[]> = {
    '/home': [BEYOND, FIRST],
    '/tracks': [BEYOND, FIRST, FEATURED],
    '/player/:trackId': [BEYOND, FIRST, `${ENABLED}&id=eq.${trackId}`],
  };
  const answers: string[] = [];
  for (const url of urls[path] ?? []) answers.push(await readRows(url));
  return answers.join('\n');
}

/**
 * Merges answers; a later answer wins for a repeated row. The first answer only shows whether there are more
 * tracks.
 */
function joinRows(text: string): FirstRows {
  const answers = text.split('\n').filter(Boolean);
  // Shapes of this server's table answers.
  const [beyond = [], ...lists] = answers.map(
    (answer) => JSON.parse(answer) as FirstRows['tracks'],
  );
  const tracks = [...new Map(lists.flat().map((row) => [row.id, row])).values()];
  return beyond.length > 0 ? { tracks, isLarge: true } : { tracks };
}
