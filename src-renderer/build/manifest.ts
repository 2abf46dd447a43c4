import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

export function readManifest(outDir: string): Manifest {
  // Written by the build a moment ago.
  return JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** The scripts and style sheets that must be there before these modules run; dynamic imports are not. */
export function collectFiles(manifest: Manifest, modules: readonly string[]) {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  return { scripts: [...scripts], styles: [...styles] };
}

const SCREEN =
  /'([^']+)': \{\s*layout: '(\w+)',\s*page: lazyPart\(\s*\(\) =>\s*import\('#renderer\/([^']+)'\)/g;
const LAYOUT = /(\w+): lazyPart\(\(\) => import\('\.\/([^']+)'\)/g;

/** Route path → the modules it needs, read from the route table's own text. */
export function readScreenModules(routesSource: string): Map<string, string[]> {
  const layouts = new Map(
    [...routesSource.matchAll(LAYOUT)].map(([, name = '', file = '']) => [name, `app/${file}`]),
  );
  return new Map(
    [...routesSource.matchAll(SCREEN)].map(([, path = '', layout = '', page = '']) => [
      path,
      [layouts.get(layout), page].filter((module) => module !== undefined),
    ]),
  );
}
