import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, type Sources, withoutComments } from '../architecture.ts';

/** Path of a style sheet from the repository's root → its text. */
type Sheets = ReadonlyMap<string, string>;

export function readSheets(root: string): Sheets {
  const files = globSync('src-renderer/**/*.css', { cwd: root });
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Selectors only: declarations, strings and addresses contain no classes. */
const selectorsOf = (sheet: string) =>
  sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|url\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}');

/**
 * Sheets that are never imported, classes that do not occur in page code, and custom properties that nothing reads. A
 * class that is also a common word may be missed. Each reported class is unused: class names are never concatenated.
 */
export function findUnusedStyles(sources: Sources, sheets: Sheets): string[] {
  const code = [...sources]
    .filter(([file]) => file.startsWith('src-renderer/') && !isTest(file))
    .map(([, text]) => withoutComments(text))
    .join('\n');
  const words = new Set(code.match(/[A-Za-z_][\w-]*/g));
  const read = new Set([...sheets.values()].join('\n').match(/(?<=var\()--[\w-]+/g));
  // The hills are drawn with `--hill-${index}`.
  const isRead = (name: string) =>
    read.has(name) || code.includes(name) || code.includes(name.replace(/\d+$/, '${'));
  return [...sheets].flatMap(([file, sheet]) => {
    const classes = [...selectorsOf(sheet).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(
      ([, name = '']) => name,
    );
    const unused = new Set(classes.filter((name) => !words.has(name)));
    const properties = new Set(sheet.match(/(?<=[{;]\s*)--[\w-]+(?=:)/g));
    return [
      ...(code.includes(`/${file.split('/').at(-1)}'`) ? [] : [`${file} is imported nowhere`]),
      ...[...unused].map((name) => `${file}: no page has the class ${name}`),
      ...[...properties].flatMap((name) =>
        isRead(name) ? [] : [`${file}: nothing reads ${name}`],
      ),
    ];
  });
}
