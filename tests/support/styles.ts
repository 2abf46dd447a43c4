import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, type Sources, withoutComments } from './architecture.ts';

/** Path of a style sheet from the repository's root → its text. */
type Sheets = ReadonlyMap<string, string>;

export function readSheets(root: string): Sheets {
  const files = globSync('src-renderer/**/*.css', { cwd: root });
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Selectors alone: what stands in declarations, strings and addresses is no class. */
const selectorsOf = (sheet: string) =>
  sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|url\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}');

/**
 * Sheets that nobody imports, and classes whose name stands nowhere in the pages' code. A class that is also an
 * everyday word may be missed; one that is found is unused, since no class is put together from parts of a word.
 */
export function findUnusedStyles(sources: Sources, sheets: Sheets): string[] {
  const code = [...sources]
    .filter(([file]) => file.startsWith('src-renderer/') && !isTest(file))
    .map(([, text]) => withoutComments(text))
    .join('\n');
  const words = new Set(code.match(/[A-Za-z_][\w-]*/g));
  return [...sheets].flatMap(([file, sheet]) => {
    const classes = [...selectorsOf(sheet).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(
      ([, name = '']) => name,
    );
    const unused = new Set(classes.filter((name) => !words.has(name)));
    return [
      ...(code.includes(`/${file.split('/').at(-1)}'`) ? [] : [`${file} is imported nowhere`]),
      ...[...unused].map((name) => `${file}: no page has the class ${name}`),
    ];
  });
}
