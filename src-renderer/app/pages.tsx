import { dehydrate } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import type { FirstRows } from '#contract/rows/first-rows.ts';
import { provideFirstRows } from '#renderer/data/audio-content.ts';
import { dropPerson } from '#renderer/lib/person.ts';
import { providePublicConfig } from '#renderer/lib/public-config.ts';
import { queryClientOf } from '#renderer/lib/requests/query-client.ts';
import { createRoutes, modulesOf } from './routes.tsx';

const handler = createStaticHandler(createRoutes());

/** Renders the anonymous page for `main.tsx` to hydrate. Runs on the server. */
export async function renderPage(
  path: string,
  { config, rows }: { config: PublicConfig; rows: FirstRows },
) {
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`render failed: ${path} redirects`);
  const router = createStaticRouter(handler.dataRoutes, context);
  // The rest must be synchronous, so that concurrent renders do not share state.
  providePublicConfig(config);
  dropPerson();
  const client = queryClientOf();
  provideFirstRows(client, rows);
  // With `hydrate`, the router would write an inline script, which the content security policy refuses.
  const content = renderToString(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
  const hasRows = rows.tracks.length > 0 || rows.missing !== undefined;
  return { content, modules: modulesOf(path), queries: hasRows ? dehydrate(client) : undefined };
}
