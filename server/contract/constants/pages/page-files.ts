/** A chunk in Vite's manifest. */
interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Keyed by the chunk's entry module. */
export type PageManifest = Readonly<Record<string, ManifestChunk>>;

/** Paths relative to the site's root, without a leading slash. */
export interface PageFiles {
  readonly scripts: string[];
  readonly styles: string[];
}

/** Scripts and style sheets that these modules import statically, in Vite's order. */
export function collectFiles(manifest: PageManifest, modules: readonly string[]): PageFiles {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    // Imported styles come first in the cascade.
    for (const imported of chunk.imports ?? []) visit(imported);
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  for (const name of modules) visit(name);
  return { scripts: [...scripts], styles: [...styles] };
}
