import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN_COOKIE, DEVICE_COOKIE } from '#contract/constants/device-cookie.ts';
import { COOKIES_TEXTS } from '#contract/constants/texts/cookies-texts.ts';

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
  /\b(?:localStorage|sessionStorage|indexedDB|caches|document\.cookie|PrecacheController)\b[.[]?/;

const found = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

/** Written by React Router for `ScrollRestoration` and links with `viewTransition`. */
const OF_THE_ROUTER = ['react-router-scroll-positions', 'remix-router-transitions'];

const NAMED_SESSION = 'lib/stored-session.ts';
const touching = [...sources].filter(([, text]) => TOUCHES_STORAGE.test(text));

test('[G1] the cookie policy names the cookies and every entry that the pages store on a device, and no other', () => {
  const kept = new Set([
    ADMIN_COOKIE,
    DEVICE_COOKIE,
    ...OF_THE_ROUTER,
    ...[...sources.values()].flatMap((text) => found(MADE, text)),
    ...found(NAMED, sources.get(NAMED_SESSION) ?? ''),
    ...touching.flatMap(([, text]) => [...found(NAMED, text), ...found(DIRECT, text)]),
  ]);
  const named = found(/`([^`]+)`/g, COOKIES_TEXTS.text);
  expect(named.toSorted()).toEqual([...kept].sort());
  expect(named.length).toBeGreaterThan(4);
});

test('[G1] only the listed files use browser storage', () => {
  expect(touching.map(([file]) => file).sort()).toEqual([
    // Unsaved input of the admin area, until it is saved or discarded.
    'features/admin/shared/use-saved-draft.ts',
    // Clears everything between two users, and stores nothing.
    'features/kiosks/clean-slate.ts',
    'index.html',
    'lib/device-storage.ts',
    // A message that is not sent, in this tab.
    'lib/hooks/use-unsent-text.ts',
    'lib/requests/reload.ts',
    // The app shell, for offline visits.
    'worker/shell-worker.ts',
  ]);
});
