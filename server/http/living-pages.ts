import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstRows } from '#contract/rows/first-rows.ts';
import { LISTED_COLUMNS } from '#contract/rows/listed-columns.ts';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { LIMITS } from '#contract/words/limits.ts';
import type { PublicConfig } from '#contract/words/public-config.ts';
import { NOT_FOUND, type RouteEntry } from '#contract/words/routes.ts';
import type { Logger } from '#server/core/logger.ts';

/** What a living page shows before its script is there: what anybody may see, and nothing of a person. */
export interface LivingPage {
  /** What stands in the root. */
  readonly content: string;
  /** What it was made from, for the script that takes it over. */
  readonly rows: FirstRows;
  /** Of the one track it is about, for the title. */
  readonly name: string | undefined;
}

/** The same object as long as nothing it shows has changed; undefined where the script has to do it all. */
export type FindLivingPage = (
  route: RouteEntry,
  path: string,
  config: PublicConfig,
) => Promise<LivingPage | undefined>;

interface LivingOptions {
  /** The pages as the build made them for a server; absent in development. */
  readonly folder: string;
  /** JSON of the rows a signed-out reader gets for this address below the tables' own, not older than the change. */
  readonly readRows: (url: string, changeId: number) => Promise<string>;
  /** Grows with whatever could change these rows. */
  readonly latestChangeId: () => number | Promise<number>;
  readonly logger: Logger;
}

/** What `src-renderer/app/prerender.tsx` exports. */
interface Renderer {
  renderBranded(path: string, config: PublicConfig): Promise<string>;
  renderLiving(path: string, given: { config: PublicConfig; rows: FirstRows }): Promise<string>;
}

interface Kept {
  changeId: number;
  readonly config: PublicConfig;
  readonly text: string;
  readonly page: Promise<LivingPage>;
}

/** A screenful and more; the page asks for the whole library when it is there. */
const FIRST_TRACKS = 24;
const ENABLED = '/audio_content?enabled=eq.true';
const FIRST = `${ENABLED}&select=${LISTED_COLUMNS}&order=position,id&limit=${FIRST_TRACKS}`;
/** The first that has no room in one answer with those before it. */
const BEYOND = `${ENABLED}&select=id&order=position,id&offset=${LIMITS.pageRows}&limit=1`;
const FEATURED = `${ENABLED}&select=${LISTED_COLUMNS}&featured=is.true&order=position,id&limit=1`;
/** Players of many tracks. */
const MOST_KEPT = 200;
/**
 * A page costs some ten milliseconds of the one thread that also answers everything else. Somebody who walks
 * through a large library, page after page, gets those above this from their script.
 */
const MOST_MADE_A_SECOND = 20;
/** One address for one page: what is written otherwise is the same page to a person, and another one to keep. */
const PLAYER = /^\/player\/([1-9]\d{0,15})$/;

export function createLivingPages(options: LivingOptions): FindLivingPage {
  const { logger, latestChangeId } = options;
  const entry = join(options.folder, 'prerender.js');
  if (!existsSync(entry)) return async () => undefined;
  let renderer: Promise<Renderer> | undefined;
  // The one module of that file.
  const load = () => {
    renderer ??= import(pathToFileURL(entry).href) as Promise<Renderer>;
    return renderer;
  };
  const branded = createBrandedPages(load);
  const kept = new Map<string, Kept>();
  const mayMake = limitASecond(MOST_MADE_A_SECOND);

  async function find(route: RouteEntry, address: string, config: PublicConfig) {
    const asked = PLAYER.exec(address)?.[1];
    const isPlayer = route.path === '/player/:trackId';
    if (isPlayer && asked === undefined) return undefined;
    const path = isPlayer ? address : route.path;
    const changeId = await latestChangeId();
    const known = kept.get(path);
    const isCurrent = known !== undefined && isSame(known.config, config);
    if (isCurrent && known.changeId === changeId) return known.page;
    if (known === undefined && !mayMake()) return undefined;
    const read = (url: string) => options.readRows(url, changeId);
    const text = await readText(read, route, asked);
    // Most changes are somebody's heart, or her place in a track.
    if (isCurrent && known.text === text) {
      known.changeId = Math.max(known.changeId, changeId);
      return known.page;
    }
    const rows = joinRows(text);
    const track = rows.tracks.find(({ id }) => id === Number(asked));
    if (asked !== undefined && track === undefined) return undefined;
    const page = render(path, config, rows).then((content) => ({
      content,
      rows,
      name: track?.title,
    }));
    kept.delete(path);
    kept.set(path, { changeId, config, text, page });
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return page;
  }

  async function render(path: string, config: PublicConfig, rows: FirstRows): Promise<string> {
    return (await load()).renderLiving(path, { config, rows });
  }

  return async (route, path, config) => {
    try {
      if (route.living) return await find(route, path, config);
      return await branded.find(route, config);
    } catch (error) {
      // Its script shows the page, or says what is wrong.
      kept.delete(path);
      branded.forget(route);
      logger.warn({ err: error, path: route.path }, 'a page was not rendered');
      return undefined;
    }
  };
}

/**
 * The documents of the build show the product as it comes. Where the owner has made it hers they are
 * rendered anew, so that no reader, and no search engine, is given a name that is not hers.
 */
function createBrandedPages(load: () => Promise<Renderer>) {
  const kept = new Map<string, { config: PublicConfig; page: Promise<LivingPage> }>();

  async function render(route: RouteEntry, config: PublicConfig): Promise<LivingPage> {
    const { renderBranded } = await load();
    const address = route === NOT_FOUND ? '/not-found' : route.path;
    return {
      content: await renderBranded(address, config),
      rows: { tracks: [] },
      name: undefined,
    };
  }

  return {
    async find(route: RouteEntry, config: PublicConfig): Promise<LivingPage | undefined> {
      if (!route.prerender || isSame(config.brand, DEFAULT_BRAND)) return undefined;
      const known = kept.get(route.path);
      if (known && isSame(known.config, config)) return known.page;
      const page = render(route, config);
      kept.set(route.path, { config, page });
      return page;
    },
    forget: ({ path }: RouteEntry) => kept.delete(path),
  };
}

/** Answers true that often within a second, and then false until the next one. */
function limitASecond(most: number): () => boolean {
  let second = 0;
  let times = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    times = now === second ? times + 1 : 1;
    second = now;
    return times <= most;
  };
}

const isSame = <Value extends object>(one: Value, other: Value) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The rows of a page as the tables answered them, each answer on a line. */
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

/** A row that came twice counts as the later answer has it; of the first answer it counts whether there is one. */
function joinRows(text: string): FirstRows {
  const answers = text.split('\n').filter(Boolean);
  // As the tables of this server answer.
  const [beyond = [], ...lists] = answers.map(
    (answer) => JSON.parse(answer) as FirstRows['tracks'],
  );
  const tracks = [...new Map(lists.flat().map((row) => [row.id, row])).values()];
  return beyond.length > 0 ? { tracks, isLarge: true } : { tracks };
}
