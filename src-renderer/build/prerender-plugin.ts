import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Manifest, type Plugin } from 'vite';
import { fillRoot } from '#contract/words/fill-root.ts';
import {
  htmlFileOf,
  NOT_FOUND,
  ROUTES,
  type RouteEntry,
  SHELL_FILE,
} from '#contract/words/routes.ts';
import { bringStyles } from './bring-styles.ts';
import { collectFiles, readManifest, readScreenModules } from './manifest.ts';
import { minifyInlineScripts } from './minify-inline-scripts.ts';
import { startAfterPaint } from './start-after-paint.ts';

const ENTRY = 'index.html';

/** After the renderer is built: writes the documents of the public pages. */
export function prerenderPages(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = config.build.outDir;
    },
    async closeBundle(failure?: Error) {
      // Otherwise the failure of the build would be told as one of ours.
      if (!failure) await writeDocuments(root, outDir);
    },
  };
}

async function writeDocuments(root: string, outDir: string): Promise<void> {
  // Kept beside the pages: the server renders the living ones with it (server/http/living-pages.ts).
  const rendererDir = join(outDir, '../pages');
  const prerender = await loadRenderer(root, rendererDir);
  const template = readFileSync(join(outDir, 'index.html'), 'utf8');
  const readSheet = (href: string) => readFileSync(join(outDir, href), 'utf8');
  const manifest = readManifest(outDir);
  const modules = readScreenModules(readFileSync(join(root, 'app/routes.tsx'), 'utf8'));
  writeFileSync(join(outDir, SHELL_FILE), minifyInlineScripts(bringStyles(template, readSheet)));
  const routes: RouteEntry[] = [
    ...ROUTES.filter((route) => route.prerender || route.living),
    NOT_FOUND,
  ];
  for (const route of routes) {
    // What is not here is in the entry.
    const needed = route === NOT_FOUND ? [] : modules.get(route.path);
    if (!needed) throw new Error(`app/routes.tsx does not say plainly what ${route.path} needs`);
    const links = linkTags(manifest, needed, template);
    const linked = template.replace('</head>', () => `${links}</head>`);
    const html = minifyInlineScripts(startAfterPaint(bringStyles(linked, readSheet)));
    writeFileSync(
      join(outDir, htmlFileOf(route)),
      // Filled by the server, or, when it cannot, by its script.
      route.living ? html : fillRoot(html, await prerender(addressOf(route))),
    );
  }
}

const addressOf = ({ path }: RouteEntry) => (path === NOT_FOUND.path ? '/not-found' : path);

/** The page's own script and style sheet come with the first ones, not after them. */
function linkTags(manifest: Manifest, modules: readonly string[], template: string): string {
  const { scripts, styles } = collectFiles(manifest, [ENTRY, ...modules]);
  const isNew = (file: string) => !template.includes(`/${file}"`);
  return [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...scripts
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n');
}

async function loadRenderer(root: string, outDir: string) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: 'app/prerender.tsx', outDir, emptyOutDir: true, target: 'node24' },
  });
  const url = pathToFileURL(join(outDir, 'prerender.js')).href;
  // The entry just built; its one export is `prerender` of app/prerender.tsx.
  const module = (await import(url)) as { prerender(pathname: string): Promise<string> };
  return module.prerender;
}
