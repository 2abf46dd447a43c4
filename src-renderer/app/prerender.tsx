import { renderToString } from 'react-dom/server';
import { prerender as prerenderTree } from 'react-dom/static';
import type { FirstRows } from '#contract/rows/first-rows.ts';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { DEFAULT_ANON_KEY, type PublicConfig } from '#contract/words/public-config.ts';
import { provideFirstRows } from '#renderer/lib/first-rows.ts';
import { dropPerson } from '#renderer/lib/person.ts';
import { providePublicConfig } from '#renderer/lib/public-config.ts';
import { StaticRouter } from '#renderer/lib/router.tsx';
import { App } from './app.tsx';
import { preload } from './preload.ts';

const treeOf = (pathname: string) => (
  <StaticRouter path={pathname}>
    <App />
  </StaticRouter>
);

/** The settings nobody has touched, as the documents of the build show them. */
const UNTOUCHED: PublicConfig = {
  anonKey: DEFAULT_ANON_KEY,
  siteUrl: '',
  magicLink: false,
  premiumGate: false,
  passwordLength: 8,
  brand: DEFAULT_BRAND,
};

/** The document's content for one address, as `main.tsx` will find and hydrate it. Run by the build. */
export async function prerender(pathname: string, config = UNTOUCHED): Promise<string> {
  await preload(pathname);
  providePublicConfig(config);
  const { prelude } = await prerenderTree(treeOf(pathname), {
    // Everything in its place, and no inline script to put it there, which the policy would refuse.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}

/** The same with the owner's brand. Run by the server, once for each change of it. */
export async function renderBranded(pathname: string, config: PublicConfig): Promise<string> {
  // Every part of the page is here after this, so that it can be rendered in one go.
  await prerender(pathname, config);
  return renderLiving(pathname, { config, rows: { tracks: [] } });
}

/** The same for a living page. Run by the server; rendered in one go, so no two pages share their rows. */
export async function renderLiving(
  pathname: string,
  given: { config: PublicConfig; rows: FirstRows },
): Promise<string> {
  await preload(pathname);
  providePublicConfig(given.config);
  provideFirstRows(given.rows);
  // Nothing is left of the page before.
  dropPerson();
  return renderToString(treeOf(pathname));
}
