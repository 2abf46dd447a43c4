import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findViolations, readSources } from './support/architecture.ts';
import { findUnusedStyles, readSheets } from './support/browsers/styles.ts';
import { findCasts } from './support/casts.ts';

const root = resolve(import.meta.dirname, '..');
const sources = readSources(root);
const plant = (file: string, text: string) => findViolations(new Map([[file, text]]));

test('every import respects the layers and single owners', () => {
  expect(sources.size).toBeGreaterThan(8);
  expect(findViolations(sources)).toEqual([]);
});

describe('a violation is found', () => {
  test.each([
    ['server/contract/rows/a.ts', "import express from 'express';"],
    ['server/contract/rows/a.ts', "import { b } from '../calls/b.ts';"],
    ['server/contract/constants/a.ts', "import { z } from 'zod';"],
    ['server/contract/constants/a.ts', "import { b } from '../rows/b.ts';"],
    ['db/a.ts', "import { AppError } from '#server/core/errors.ts';"],
    ['server/core/a.ts', "import { b } from '#server/http/b.ts';"],
    ['server/tables/a.ts', "import { b } from '#server/modules/tracks/tracks.table.ts';"],
    ['server/modules/a/a.ts', "import { b } from '#server/modules/auth/auth.routes.ts';"],
    ['server/modules/a/a.routes.ts', "import { b } from '#server/modules/b/b.repository.ts';"],
    ['server/modules/a/a.ts', "import { b } from '../../core/errors.ts';"],
    ['src-main/a.ts', "import { createApp } from '#server/app.ts';"],
    ['src-preload/a.ts', "import { z } from 'lodash';"],
    ['src-renderer/components/a.tsx', "import { b } from '#renderer/features/player/b.ts';"],
    ['src-renderer/components/a.tsx', 'const words = `Move the track`;'],
    ['src-renderer/track-parts/a.tsx', "import { b } from '#renderer/data/b.ts';"],
    ['src-renderer/lib/a.ts', "const b = await import('#renderer/app/router.tsx');"],
    ['src-renderer/features/a/a.tsx', "import { b } from '../b/b.tsx';"],
    ['src-renderer/app/a.tsx', "import { b } from '#server/core/clock.ts';"],
    ['src-renderer/app/a.tsx', "import '../../server/core/clock.ts';"],
    ['src-renderer/lib/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['db/seeds/a.ts', "import { b } from '#tests/support/b.ts';"],
    ['server/http/a.ts', "import { b } from './b.test.ts';"],
    ['server/http/a.ts', "import { app } from 'electron';"],
    ['server/tables/a.ts', "import Database from 'better-sqlite3';"],
    ['server/http/a.ts', "import { Lucia } from 'lucia';"],
    ['server/http/a.ts', "const port = process.env['PORT'];"],
    ['server/modules/a/a.usecases.ts', "await db.kysely.selectFrom('users').execute();"],
    ['server/modules/a/a.repository.ts', "await trx.insertInto('audit_log').values(a).execute();"],
    ['server/modules/a/a.routes.ts', 'await sql<Row>`select 1`.execute(db);'],
    ['src-renderer/app/a.tsx', 'const a = <audio src="/x.mp3" />;'],
  ])('%s: %s', (file, text) => {
    expect(plant(file, text)).not.toEqual([]);
  });
});

describe('styles', () => {
  test('every sheet is in one cascade layer', () => {
    const outside = [...readSheets(root)].flatMap(([path, text]) => {
      const rules = text.replace(/\/\*.*?\*\/|@layer [\w, ]+;|@import [^;]+;/gs, '').trim();
      return /^@layer (tokens|base|components|pages) \{\n.*\n\}$/s.test(rules) &&
        rules.split('\n}').length === 2
        ? []
        : [path];
    });
    expect(outside).toEqual([]);
  });

  test('no style is unused', () => {
    const sheets = readSheets(root);
    expect(sheets.size).toBeGreaterThan(20);
    // The document's scripts add classes before the first paint.
    const document = 'src-renderer/index.html';
    const code = new Map([...sources, [document, readFileSync(resolve(root, document), 'utf8')]]);
    expect(findUnusedStyles(code, sheets)).toEqual([]);
  });

  test.each([
    ['a sheet', "const a = 'x';", '.x { color: red }', ['src-renderer/a.css is imported nowhere']],
    [
      'a class',
      "import './a.css';\n// left over\nconst a = b ? 'row wide' : 'row';",
      '@media (min-width: 1px) { .row > .left:not(.wide) { background: url(a.png) } }',
      ['src-renderer/a.css: no page has the class left'],
    ],
    [
      'a custom property',
      "import './a.css';",
      ':root { --used: red; --left: red } a { color: var(--used) }',
      ['src-renderer/a.css: nothing reads --left'],
    ],
  ])('an unused %s is found', (_, code, sheet, found) => {
    const pages = new Map([['src-renderer/a.tsx', code]]);
    expect(findUnusedStyles(pages, new Map([['src-renderer/a.css', sheet]]))).toEqual(found);
  });
});

describe('casts in the pages', () => {
  test('each has a stated reason', () => {
    const casts = findCasts(sources);
    expect(casts.filter(({ hasReason }) => !hasReason)).toEqual([]);
    expect(casts.length).toBeGreaterThan(3);
  });

  test.each([
    'const a = b as Track;',
    'return (await c.json()) as { d: string }[];',
    'const keys = Object.keys(next) as (keyof T)[];',
  ])('%s is a cast', (text) => {
    expect(findCasts(new Map([['src-renderer/lib/a.ts', text]]))).toHaveLength(1);
  });
});

describe('user-facing texts', () => {
  /** Quoted by the specification. */
  const QUOTED =
    /Admin Login|Please login to add favorites|Successfully logged in|'Logging in\.\.\.'|`Login in \$|^\s*Login$/;

  test('use "Sign in" and "email", except where the specification quotes a different word', () => {
    const found = [...sources].flatMap(([path, text]) =>
      /^(src-renderer|server\/contract\/constants\/texts)\/.*\.tsx?$/.test(path) &&
      !/\.test\.tsx?$/.test(path)
        ? text
            .split('\n')
            .filter((line) => /\b(log|logs|logged|logging) (in|into)\b|\bLogin\b|e-mail/.test(line))
            .filter((line) => /['"`>]|^\s+[A-Z]/.test(line))
            .filter(
              (line) => !QUOTED.test(line) && !/[A-Za-z]Login\b|Login[A-Z]|^\s*(\*|\/)/.test(line),
            )
            .map((line) => `${path}: ${line.trim()}`)
        : [],
    );
    expect(found).toEqual([]);
  });
});
