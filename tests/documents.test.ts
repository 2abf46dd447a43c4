import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrokenReferences, readDocuments } from './support/documents.ts';
import { GENERATED_DOCS } from './tools/doc-tables.ts';

const root = resolve(import.meta.dirname, '..');

test.each(GENERATED_DOCS)(
  '$file agrees with the code (npm run check -- --fix writes it)',
  (doc) => {
    const text = readFileSync(doc.file, 'utf8');
    expect(text).toBe(doc.fill(text));
  },
);

test('every link, path, command and setting in a document exists', () => {
  const documents = readDocuments(root);
  expect(documents.size).toBeGreaterThan(50);
  expect(findBrokenReferences(root, documents)).toEqual([]);
});

describe('a broken reference is found', () => {
  test.each([
    ['a link', '[here](docs/no-such.md)'],
    ['a path', 'see `server/core/no-such.ts`'],
    ['a folder', 'see `server/modules/no-such/`'],
    ['a file by its name', 'see `no-such-file.ts`'],
    ['a pattern', 'see `server/*/no-such.*.ts`'],
    ['a command', '`npm run no-such`'],
    ['tests to run', '`--project e2e no-such`'],
    ['a setting', 'set `AUTH_NO_SUCH` to `on`'],
  ])('%s', (_, text) => {
    expect(findBrokenReferences(root, new Map([['a.md', text]]))).toHaveLength(1);
  });
});
