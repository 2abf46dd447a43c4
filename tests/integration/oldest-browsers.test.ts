import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  findNewAttributes,
  findNewInScript,
  findNewInStyles,
  OLDEST,
  readDocument,
} from '#tests/support/browsers/browser-support.ts';

const root = resolve(import.meta.dirname, '../..');
const built = resolve(root, 'out/renderer');

/** Feature-detected before use, or not essential. */
const ASKED_FIRST = new Set([
  // zod detects each of them.
  'Error.captureStackTrace',
  'URL.canParse',
  // tus-js-client's base64 detects it.
  'Uint8Array.fromBase64',
  '.fromBase64()',
  // For passkeys in the sign-in library, which are not used here.
  'PublicKeyCredential.parseCreationOptionsFromJSON',
  'PublicKeyCredential.parseRequestOptionsFromJSON',
  // For GIFs in the QR code library, which are not used here.
  '.toBase64()',
  // Without it, pages change without a transition, or their parts are fetched slightly later.
  '.startViewTransition()',
  'requestIdleCallback()',
  // Detected by the dialog library.
  '.checkVisibility()',
]);
/** Methods of libraries that have the same name as a new browser feature. */
const NOT_THEIRS = new Set([
  // Methods of the kiosk's bridge, the sign-in library and zod.
  '.unlock()',
  '.lock()',
  '.when()',
  // Methods of Workbox.
  '.handle()',
  '.install()',
  // The method of `Notification` is old; only the method of file handles is new.
  '.requestPermission()',
]);
const LOOKS_ONLY = new Set([
  // Balanced line breaks, toast animations, thinner scroll bars.
  'text-wrap',
  '@starting-style',
  'scrollbar-width',
  ':selection',
  // Without it, off-screen content is rendered too.
  'content-visibility',
  'contain-intrinsic-size',
  'overflow-clip-margin',
  // Without it, the element cannot be resized.
  'resize',
  'text-size-adjust',
  // Without it, pages change without a transition.
  'view-transition-name',
  ':view-transition',
  ':view-transition-group',
  ':view-transition-old',
  ':view-transition-new',
  // Without it, the player's text starts at the top of wide windows.
  'align-content: safe',
  // Phones have no pointer.
  'cursor: pointer',
  'cursor: progress',
  'cursor: default',
  'cursor: grab',
  'cursor: grabbing',
  'cursor: not-allowed',
  // sonner lists it first; our own font follows.
  'font-family: ui-sans-serif',
  // Only used with forced colours, which these browsers do not support.
  'forced-color-adjust',
]);

/** Optional enhancements. */
const HELPS_ONLY = new Set([
  // Without it, several answers can be open at the same time.
  'details name',
  // Without it, covers of the first screenful are fetched in the usual order.
  'img fetchpriority',
  // Part of React, for custom elements, which are not used here.
  'select is',
]);

const read = (pattern: string) =>
  globSync(pattern, { cwd: built }).map((file) => [
    file,
    readFileSync(resolve(built, file), 'utf8'),
  ]);

const documents = () =>
  read('*.html').map(([file, text = '']) => ({ file, ...readDocument(text) }));

test('no script of the built pages needs a feature that the oldest browsers lack', () => {
  const scripts = read('**/*.js');
  const inDocuments = documents().map(({ file, script }) => [file, script]);
  expect(scripts.length).toBeGreaterThan(20);
  // The build writes one document; the server renders the others with the same scripts.
  expect(inDocuments.length).toBeGreaterThan(0);
  const used = [...scripts, ...inDocuments].flatMap(([file, text = '']) =>
    findNewInScript(text)
      .filter((name) => !ASKED_FIRST.has(name) && !NOT_THEIRS.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

test('no attribute in the built pages is unknown to the oldest browsers, except for enhancements', () => {
  const used = read('**/*.js').flatMap(([file, text = '']) =>
    findNewAttributes(text)
      .filter((name) => !HELPS_ONLY.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

test('no style of the built pages is unknown to the oldest browsers, except for enhancements', () => {
  const sheets = read('**/*.css');
  expect(sheets.length).toBeGreaterThan(10);
  const brought = documents().map(({ file, style }) => [file, style]);
  const used = [...sheets, ...brought].flatMap(([file, text = '']) =>
    findNewInStyles(text)
      .filter((name) => !LOOKS_ONLY.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

test('a feature that is too new is found', () => {
  expect(
    findNewInScript('const a=AbortSignal.any([b]);if(URL.canParse(c))d.union(e);new Map().get(f)'),
  ).toEqual(['.union()', 'AbortSignal.any', 'URL.canParse']);
  expect(
    findNewInStyles('@starting-style{.a:hover{field-sizing:content;color:red}}b:has(i){margin:0}'),
  ).toEqual(['@starting-style', 'field-sizing']);
  expect(
    findNewAttributes(
      'e(`details`,{name:a,open:!0,children:b}),e("button",{popoverTarget:c,type:`button`})',
    ),
  ).toEqual(['button popovertarget', 'details name']);
});

test('the README names the oldest browsers', () => {
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
  expect(readme).toContain(`Safari and iOS ${OLDEST.safari}`);
  expect(readme).toContain(`Firefox ${OLDEST.firefox}`);
  expect(readme).toContain(`Chrome ${OLDEST.chrome}`);
});
