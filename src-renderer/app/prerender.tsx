import { prerender as prerenderTree } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { preload } from './preload.ts';

/** The document's content for one address, as `main.tsx` will find and hydrate it. Run by the build. */
export async function prerender(pathname: string): Promise<string> {
  await preload(pathname);
  const tree = (
    <StaticRouter location={pathname}>
      <App />
    </StaticRouter>
  );
  const { prelude } = await prerenderTree(tree, {
    // Everything in its place, and no inline script to put it there, which the policy would refuse.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}
