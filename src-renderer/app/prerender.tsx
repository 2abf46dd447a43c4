import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { preload } from './preload.ts';

/** The document's content for one address, as `main.tsx` will find and hydrate it. Run by the build. */
export async function prerender(pathname: string): Promise<string> {
  await preload(pathname);
  return renderToString(
    <StaticRouter location={pathname}>
      <App />
    </StaticRouter>,
  );
}
