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

const KEY_FACTORY = /\b(?:jsonKey|textKey)(?:<[^(]*>)?\(\s*'([^']+)'/g;
const KEY_CONSTANT = /\bconst \w+_(?:KEY|CACHE) = '([^']+)'/g;
const STORAGE_CALL = /Storage\.\w+Item\('([^']+)'/g;
const USES_STORAGE =
  /\b(?:localStorage|sessionStorage|indexedDB|caches|document\.cookie|PrecacheController)\b[.[]?/;

const found = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

/** Written by React Router for `ScrollRestoration` and links with `viewTransition`. */
const ROUTER_KEYS = ['react-router-scroll-positions', 'remix-router-transitions'];

const SESSION_FILE = 'lib/stored-session.ts';
const storageFiles = [...sources].filter(([, text]) => USES_STORAGE.test(text));

test('[G1] the cookie policy names the cookies and every entry that the pages store on a device, and no other', () => {
  const stored = new Set([
    ADMIN_COOKIE,
    DEVICE_COOKIE,
    ...ROUTER_KEYS,
    ...[...sources.values()].flatMap((text) => found(KEY_FACTORY, text)),
    ...found(KEY_CONSTANT, sources.get(SESSION_FILE) ?? ''),
    ...storageFiles.flatMap(([, text]) => [
      ...found(KEY_CONSTANT, text),
      ...found(STORAGE_CALL, text),
    ]),
  ]);
  const named = found(/`([^`]+)`/g, COOKIES_TEXTS.text);
  expect(named.toSorted()).toEqual([...stored].sort());
  expect(named.length).toBeGreaterThan(4);
});

test('[G1] only the listed files use browser storage', () => {
  expect(storageFiles.map(([file]) => file).sort()).toEqual([
    // Unsaved input of the admin area, until it is saved or discarded.
    'features/admin/shared/use-saved-draft.ts',
    // Clears everything between two users, and stores nothing.
    'features/kiosks/clean-slate.ts',
    'index.html',
    'lib/device-storage.ts',
    // Unsent messages, in the storage of this tab.
    'lib/hooks/use-unsent-text.ts',
    'lib/requests/reload.ts',
    // Removes the unsent messages at sign-out.
    'lib/session.ts',
    // The app shell, for offline visits.
    'worker/shell-worker.ts',
  ]);
});
