import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  findNewAttributes,
  findNewInScript,
  findNewInStyles,
  OLDEST,
  readDocument,
} from '#tests/support/browser-support.ts';

const root = resolve(import.meta.dirname, '../..');
const built = resolve(root, 'out/renderer');

/** Asked for before it is used, or nothing is lost without it. */
const ASKED_FIRST = new Set([
  // zod looks for each of them
  'Error.captureStackTrace',
  'URL.canParse',
  // the sign-in library, for passkeys, which nobody calls here
  'PublicKeyCredential.parseCreationOptionsFromJSON',
  'PublicKeyCredential.parseRequestOptionsFromJSON',
  // the QR code's GIF, which nobody makes here
  '.toBase64()',
  // a page then follows the other at once, or its parts are fetched a little later
  '.startViewTransition()',
  'requestIdleCallback()',
  // the dialogs' library
  '.checkVisibility()',
]);
/** Of the same name as something new, and nothing of a browser's. */
const NOT_THEIRS = new Set([
  // the kiosk's bridge; the sign-in library's own; zod's
  '.unlock()',
  '.lock()',
  '.when()',
  // of `Notification`, which has it all the while; only that of a file is new
  '.requestPermission()',
]);
const LOOKS_ONLY = new Set([
  // lines that break evenly, a toast that slides in, bars that are thinner
  'text-wrap',
  '@starting-style',
  'scrollbar-width',
  ':selection',
  // what is out of sight is drawn all the same
  'content-visibility',
  'contain-intrinsic-size',
  'overflow-clip-margin',
  // the element is then as large as it was
  'resize',
  'text-size-adjust',
  // a page then follows the other at once
  ':view-transition',
  ':view-transition-group',
  ':view-transition-old',
  ':view-transition-new',
  // in a wide window the player's words begin at the top
  'align-content: safe',
  // phones have no pointer
  'cursor: pointer',
  'cursor: progress',
  'cursor: default',
  'cursor: grab',
  'cursor: grabbing',
  // only where colours are forced, which these browsers do not do
  'forced-color-adjust',
]);

/** Nothing is lost where it is not known. */
const HELPS_ONLY = new Set([
  // several answers are then open at a time
  'details name',
  // React's own, for elements that nobody defines here
  'select is',
]);

const read = (pattern: string) =>
  globSync(pattern, { cwd: built }).map((file) => [
    file,
    readFileSync(resolve(built, file), 'utf8'),
  ]);

const documents = () =>
  read('*.html').map(([file, text = '']) => ({ file, ...readDocument(text) }));

test('no script of the built pages needs a browser newer than the oldest that must hold', () => {
  const scripts = read('**/*.js');
  const inDocuments = documents().map(({ file, script }) => [file, script]);
  expect(scripts.length).toBeGreaterThan(20);
  expect(inDocuments.length).toBeGreaterThan(10);
  const used = [...scripts, ...inDocuments].flatMap(([file, text = '']) =>
    findNewInScript(text)
      .filter((name) => !ASKED_FIRST.has(name) && !NOT_THEIRS.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

test('no element of the built pages has an attribute that they do not know, but where it only helps', () => {
  const used = read('**/*.js').flatMap(([file, text = '']) =>
    findNewAttributes(text)
      .filter((name) => !HELPS_ONLY.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

test('no style of the built pages does, but where only its looks are simpler', () => {
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

test('what is too new is found', () => {
  expect(
    findNewInScript('const a=AbortSignal.any([b]);if(URL.canParse(c))d.union(e);new Map().get(f)'),
  ).toEqual(['.union()', 'AbortSignal.any', 'URL.canParse']);
  expect(
    findNewInScript('a.moveBefore(b,c);requestIdleCallback(d);e.values().map(f);g.append(h)'),
  ).toEqual(['.moveBefore()', 'Iterator.map()', 'requestIdleCallback()']);
  expect(
    findNewInScript('Object.values(a).map(b);c.entries();d.hypot();setTimeout(e);f?.share?.()'),
  ).toEqual([]);
  expect(
    findNewInStyles('@starting-style{.a:hover{field-sizing:content;color:red}}b:has(i){margin:0}'),
  ).toEqual(['@starting-style', 'field-sizing']);
  expect(
    findNewInStyles(
      '.a{display:grid;align-content:center;width:calc-size(auto,size);color:light-dark(red,tan)}',
    ),
  ).toEqual(['calc-size()', 'light-dark()']);
  expect(findNewInStyles('.a{display:grid-lanes;text-wrap:pretty}')).toContain(
    'display: grid-lanes',
  );
  expect(
    findNewAttributes(
      'e(`details`,{name:a,open:!0,children:b}),e("button",{popoverTarget:c,type:`button`})',
    ),
  ).toEqual(['button popovertarget', 'details name']);
});

test('what a document brings is read', () => {
  expect(
    readDocument('<style>.a{b:c}</style><script type="module">d()</script><script>e()</script>'),
  ).toEqual({ script: 'd()\ne()', style: '.a{b:c}' });
});

test('the README names the oldest browsers', () => {
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
  expect(readme).toContain(`Safari and iOS ${OLDEST.safari}`);
  expect(readme).toContain(`Firefox ${OLDEST.firefox}`);
  expect(readme).toContain(`Chrome ${OLDEST.chrome}`);
});
