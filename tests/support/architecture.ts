import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Path from the repository's root → its text. */
export type Sources = ReadonlyMap<string, string>;

const ALIASES: Record<string, string> = {
  '#contract/': 'server/contract/',
  '#server/': 'server/',
  '#db/': 'db/',
  '#main/': 'src-main/',
  '#preload/': 'src-preload/',
  '#renderer/': 'src-renderer/',
  '#tests/': 'tests/',
};

/**
 * Allowed imports by layer; the first pattern that matches a file is its layer. `$1` stands for the layer's own
 * captured group, so one line covers every module and every feature.
 */
const LAYERS: { files: RegExp; mayImport: string[]; packages?: RegExp }[] = [
  // The first page loads these constants, so they must not import a schema library.
  {
    files: /^server\/contract\/constants\//,
    mayImport: ['server/contract/constants/'],
    packages: /^$/,
  },
  // Contracts of calls may use row types, but not the other way round.
  {
    files: /^server\/contract\/rows\//,
    mayImport: ['server/contract/(rows|constants|device)/'],
    packages: /^zod$/,
  },
  { files: /^server\/contract\//, mayImport: ['server/contract/'], packages: /^zod$/ },
  { files: /^db\//, mayImport: ['db/', 'server/contract/'] },
  { files: /^server\/core\//, mayImport: ['server/core/', 'server/contract/', 'db/'] },
  {
    files: /^server\/(http|tables|realtime)\//,
    mayImport: ['server/$1/', 'server/tables/', 'server/core/', 'server/contract/', 'db/'],
  },
  {
    files: /^server\/modules\/([^/]+)\//,
    mayImport: [
      'server/modules/$1/',
      'server/modules/[^/]+/([^/]+/)?[^/]+\\.(usecases|policy)\\.ts',
      // Identity, accounts, sessions and tokens: shared parts of the auth API.
      'server/modules/auth/((accounts|sessions|tokens)/)?[^/]+(?<!\\.routes)\\.ts',
      'server/(http|tables|realtime|core|contract)/',
      'db/',
    ],
  },
  { files: /^server\/[^/]+$/, mayImport: ['server/', 'db/'] },
  {
    files: /^src-preload\//,
    mayImport: ['src-preload/', 'server/contract/'],
    packages: /^(electron|zod)$/,
  },
  { files: /^src-main\//, mayImport: ['src-main/', 'server/contract/'] },
  {
    files: /^src-renderer\/(components|lib)\//,
    mayImport: ['src-renderer/(components|lib)/', 'server/contract/'],
  },
  { files: /^src-renderer\/data\//, mayImport: ['src-renderer/(data|lib)/', 'server/contract/'] },
  {
    files: /^src-renderer\/track-parts\//,
    mayImport: ['src-renderer/(track-parts|components|lib)/', 'server/contract/'],
  },
  {
    files: /^src-renderer\/features\/([^/]+)\//,
    mayImport: ['src-renderer/(features/$1|track-parts|components|data|lib)/', 'server/contract/'],
  },
  { files: /^src-renderer\//, mayImport: ['src-renderer/', 'server/contract/'] },
];

/** Dependencies that only one place uses, so that replacing one changes only that place. */
const OWNERS: { what: string; used: RegExp; owners: RegExp }[] = [
  { what: 'electron', used: /from 'electron['/]/, owners: /^src-(main|preload)\// },
  { what: 'better-sqlite3', used: /from 'better-sqlite3'/, owners: /^db\/sqlite\// },
  {
    what: 'lucia',
    used: /from 'lucia'/,
    owners: /^server\/modules\/auth\/sessions\/sessions\.repository\.ts$/,
  },
  {
    what: 'a line of the audit log',
    used: /insertInto\('audit_log'\)/,
    owners: /^server\/core\/actors\/audit-log\.repository\.ts$|^db\/migrations\//,
  },
  {
    what: 'process.env',
    used: /\bprocess\.env\b/,
    owners: /^server\/core\/config\/config\.ts$|^src-main\/(browser-)?index\.ts$/,
  },
  {
    what: 'an <audio> element',
    used: /<audio\b|new Audio\(|createElement\('audio'\)/,
    owners:
      /^src-renderer\/features\/(listening\/engine\/start-player\.ts|landing\/product\.tsx|admin\/tracks\/editor\/recording-preview\.tsx)$/,
  },
  {
    what: 'node: built-ins in a page',
    used: /from 'node:/,
    owners: /^(?!src-renderer\/(?!build\/)|server\/contract\/)/,
  },
];

/** Files that may query the database: repositories, policy rules and the table engine. */
const MAY_QUERY = /^db\/|^server\/tables\/|\.(repository|policy)\.ts$/;
const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/;

/** Domain words that generic `components/` must not contain. */
const DOMAIN_WORDS = /track|recording|playlist|favou?rite|categor|pregnan|birth|subscri/i;
const hasDomainWord = (file: string, code: string) =>
  file.startsWith('src-renderer/components/') && DOMAIN_WORDS.test(code);

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
export const isTest = (path: string) =>
  /\.test(-wrapper)?\.tsx?$/.test(path) || path.startsWith('tests/');
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

function resolveImport(from: string, specifier: string): { path?: string; package?: string } {
  if (specifier.startsWith('.')) return { path: posix.join(posix.dirname(from), specifier) };
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  if (alias) return { path: `${ALIASES[alias]}${specifier.slice(alias.length)}` };
  return {
    package: specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  };
}

function findImportViolations(file: string, specifier: string): string[] {
  const target = resolveImport(file, specifier);
  const layer = LAYERS.find(({ files }) => files.test(file));
  const own = layer?.files.exec(file)?.[1] ?? '';
  const found: string[] = [];
  if (specifier.startsWith('../../'))
    found.push(`${file} climbs more than one folder: ${specifier}`);
  if (target.package && layer?.packages && !layer.packages.test(target.package)) {
    found.push(`${file} must not depend on ${target.package}`);
  }
  if (target.path && isTest(target.path)) found.push(`${file} imports a test: ${target.path}`);
  const isAllowed = layer?.mayImport.some((prefix) =>
    new RegExp(`^${prefix.replaceAll('$1', own)}`).test(target.path ?? ''),
  );
  if (target.path && layer && !isAllowed) found.push(`${file} must not import ${target.path}`);
  if (specifier.startsWith('.') && target.path?.split('/')[0] !== file.split('/')[0]) {
    found.push(`${file} reaches another top folder without its alias: ${specifier}`);
  }
  return found;
}

/** Every violation of the import table and of single ownership; tests may import the code under test. */
export function findViolations(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) => {
      const code = withoutComments(text);
      return [
        ...[...code.matchAll(IMPORT)].flatMap(([, specifier = '']) =>
          findImportViolations(file, specifier),
        ),
        ...(file.startsWith('server/') && QUERY.test(code) && !MAY_QUERY.test(file)
          ? [`${file} queries the database; only a .repository.ts may`]
          : []),
        ...(hasDomainWord(file, code) ? [`${file} names the domain: move it to track-parts/`] : []),
        ...OWNERS.filter(({ used, owners }) => used.test(code) && !owners.test(file)).map(
          ({ what }) => `${file} uses ${what}, which another file owns`,
        ),
      ];
    });
}

export function readSources(root: string): Sources {
  const files = globSync('{server,db,src-main,src-preload,src-renderer,tests}/**/*.{ts,tsx}', {
    cwd: root,
  });
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}
