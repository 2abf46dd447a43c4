import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEVICE_COOKIE } from '#contract/words/device-cookie.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = new Map(
  globSync(['{app,components,data,features,lib,public,worker}/**/*.{ts,tsx,js}', 'index.html'], {
    cwd: root,
  })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(resolve(root, file), 'utf8')]),
);

const MADE = /\b(?:jsonKey|textKey)(?:<[^(]*>)?\(\s*'([^']+)'/g;
const NAMED = /\bconst \w+_(?:KEY|CACHE) = '([^']+)'/g;
const DIRECT = /Storage\.\w+Item\('([^']+)'/g;
const TOUCHES_STORAGE =
  /\b(?:localStorage|sessionStorage|indexedDB|caches|document\.cookie)\b[.[]?/;

const found = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

const touching = [...sources].filter(([, text]) => TOUCHES_STORAGE.test(text));

test('[G1] the cookie policy names the cookie and every entry that the pages keep on a device, and no other', () => {
  const kept = new Set([
    DEVICE_COOKIE,
    ...[...sources.values()].flatMap((text) => found(MADE, text)),
    ...touching.flatMap(([, text]) => [...found(NAMED, text), ...found(DIRECT, text)]),
  ]);
  const policy = sources.get('features/site/cookie-policy.tsx') ?? '';
  const named = found(/<code>([^<]+)<\/code>/g, policy);
  expect(named.toSorted()).toEqual([...kept].sort());
  expect(named.length).toBeGreaterThan(4);
});

test('[G1] nothing is kept behind its back: few files touch what a browser keeps', () => {
  expect(touching.map(([file]) => file).sort()).toEqual([
    'app/reload.ts',
    // the admin's own, until the window closes: what was typed, and where an unfinished upload goes on
    'features/admin/shared/use-kept-form.ts',
    'features/admin/tracks/kept-draft.ts',
    'features/admin/tracks/send-file.ts',
    // empties all of it between two people, and keeps nothing
    'features/kiosks/clean-slate.ts',
    'index.html',
    'lib/device-storage.ts',
    'lib/stored-session.ts',
    // the frame of the pages, for a visit without a line
    'worker/shell-worker.ts',
  ]);
});
