import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, posix } from 'node:path';
import { SETTINGS } from '#server/core/config/settings.ts';

/** Path of a document from the repository's root → its text. */
export type Documents = ReadonlyMap<string, string>;

function listTracked(root: string): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));
}

/** All documents except the specification rows (quotations) and the change log (history). */
export function readDocuments(root: string): Documents {
  const paths = listTracked(root).filter(
    (path) => path.endsWith('.md') && path !== 'docs/spec-rows.md' && path !== 'CHANGELOG.md',
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const TOP =
  /^(?:\.github|\.devcontainer|server|db|src-main|src-preload|src-renderer|tests|docs|deploy)\//;
/** Hand-written sources; other types such as JSON may be generated at run time and are checked only as full paths. */
const SOURCE_NAME = /^[^\s/][^\s]*\.(?:ts|tsx|css|sh|conf|py)$/;

/** `<name>`, `{a,b}`, a single letter and a lone suffix are wildcards. */
function toPattern(path: string): string {
  return path
    .replace(/^#contract\//, 'server/contract/')
    .replace(/^#[a-z]+\//, '')
    .replaceAll(/<[^>]+>|NNNN|\.{3}|(?<=^|\/)x(?=\.|\/|$)/g, '*')
    .replace(/^(?=\.[a-z]+\.)/, '*')
    .replace(/^\.\//, '')
    .replace(/\/$/, '');
}

function createPathCheck(tracked: string[]) {
  const known = new Set(
    tracked.flatMap((path) =>
      path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')),
    ),
  );
  return (path: string, document: string): boolean => {
    const pattern = toPattern(path);
    const wanted = [pattern, `**/${pattern}`, posix.join(dirname(document), pattern)];
    if (wanted.some((one) => known.has(one))) return true;
    const paths = [...known];
    if (!/[*{]/.test(pattern)) return paths.some((one) => one.endsWith(`/${pattern}`));
    return paths.some((one) => wanted.some((pattern) => matchesGlob(one, pattern)));
  };
}

/**
 * Returns a message for each broken reference in the documents: a link, path, `npm run` command or setting that does
 * not exist.
 */
export function findBrokenReferences(root: string, documents: Documents): string[] {
  const tracked = listTracked(root);
  const isPath = createPathCheck(tracked);
  const tests = tracked.filter((path) => /\.test\.tsx?$/.test(path));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const settings = new Set(Object.keys(SETTINGS));
  const families = new Set([...settings].map((name) => name.split('_')[0]));

  return [...documents].flatMap(([document, text]) => {
    const captured = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = '']) => part);
    const quoted = captured(/`([^`\n]+)`/g);
    const names = quoted.flatMap((code) => code.match(/^[A-Z]+_[A-Z0-9_]+(?==|$)/) ?? []);
    return [
      ...captured(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)
        .filter((to) => !existsSync(join(root, dirname(document), to)))
        .map((to) => `${document}: the link ${to} leads nowhere`),
      ...quoted
        .filter((code) => !/\s/.test(code) && (TOP.test(code) || SOURCE_NAME.test(code)))
        .filter((path) => !isPath(path, document))
        .map((path) => `${document}: there is no ${path}`),
      ...captured(/--project (?:server|e2e|engines|unit|dom)((?: [\w/][\w./-]*)+)/g)
        .flatMap((filters) => filters.trim().split(' '))
        .filter((filter) => !tests.some((path) => path.includes(filter)))
        .map((filter) => `${document}: no test has ${filter} in its path`),
      ...captured(/npm run ([a-z][a-z0-9:-]*)/g)
        .filter((name) => !(name in scripts))
        .map((name) => `${document}: there is no npm run ${name}`),
      ...names
        .filter((name) => families.has(name.split('_')[0] ?? '') && !settings.has(name))
        .map((name) => `${document}: there is no setting ${name}`),
    ];
  });
}
