import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  findNewAttributes,
  findNewInScript,
  findNewInStyles,
  OLDEST,
} from '#tests/support/browsers/browser-support.ts';

const root = resolve(import.meta.dirname, '../..');
const built = resolve(root, 'out/renderer');

/** Feature-detected before use, or not essential. */
const ASKED_FIRST = [
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
];
/** Methods of libraries that have the same name as a new browser feature. */
const NOT_THEIRS = [
  // Methods of the kiosk's bridge, the sign-in library and zod.
  '.unlock()',
  '.lock()',
  '.when()',
  // Methods of Workbox.
  '.handle()',
  '.install()',
  // The method of `Notification` is old; only the method of file handles is new.
  '.requestPermission()',
];
const LOOKS_ONLY = [
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
];

/** Optional enhancements. */
const HELPS_ONLY = [
  // Without it, several answers can be open at the same time.
  'details name',
  // Without it, covers of the first screenful are fetched in the usual order.
  'img fetchpriority',
  // Part of React, for custom elements, which are not used here.
  'select is',
];

/** The text of each built file by its name; inline scripts and styles of documents count as files. */
function readBuilt(ending: 'js' | 'css'): [file: string, text: string][] {
  const textOf = (file: string) => readFileSync(resolve(built, file), 'utf8');
  const tag = ending === 'js' ? 'script' : 'style';
  const inline = new RegExp(`<${tag}(?:\\s[^>]*)?>(.*?)</${tag}>`, 'gs');
  return globSync(`**/*.{html,${ending}}`, { cwd: built }).map((file) => {
    const text = textOf(file);
    if (!file.endsWith('.html')) return [file, text];
    return [file, [...text.matchAll(inline)].map(([, content]) => content).join('\n')];
  });
}

test.each([
  ['script', 'js', findNewInScript, [...ASKED_FIRST, ...NOT_THEIRS]],
  ['attribute', 'js', findNewAttributes, HELPS_ONLY],
  ['style', 'css', findNewInStyles, LOOKS_ONLY],
] as const)(
  'no %s of the built pages needs a feature that the oldest browsers lack',
  (_, ending, findNew, allowed) => {
    const files = readBuilt(ending);
    // The build writes one document; the server renders the others with the same scripts.
    expect(files.filter(([file]) => file.endsWith('.html')).length).toBeGreaterThan(0);
    expect(files.length).toBeGreaterThan(10);
    const used = files.flatMap(([file, text]) =>
      findNew(text)
        .filter((name) => !allowed.includes(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(used).toEqual([]);
  },
);

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
