import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fillTables } from './readme-tables.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');

test('the README lists settings and decisions as they are (npm run format writes them)', () => {
  expect(readme).toBe(fillTables(readme));
});

test('every file and script the README points to exists', () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  // package.json is ours, and has scripts
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
