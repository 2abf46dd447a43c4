import { expect, test } from 'vitest';
import { criticalStyles } from './critical-styles.ts';

const document = `<script>root.classList.add(\`dark\`)</script><main class="app wide"><a class="track">Psalm</a></main>`;
const kept = (css: string) => criticalStyles(css, document);

test('keeps what an element, a state or a script can match, in the order of the sheet', () => {
  const sheet =
    ':root{--a:1}a:hover{b:1}.app>.track:focus-visible{c:1}.dark .app{d:1}.track[aria-current]{e:1}';
  expect(kept(sheet)).toBe(sheet);
});

test('leaves out a rule that asks for a class nobody has', () => {
  expect(kept('.track{a:1}.dialog{b:1}.app .dialog{c:1}.wide.tall{d:1}')).toBe('.track{a:1}');
});

test('keeps a rule when one of its selectors can match', () => {
  expect(kept('.dialog,.track{a:1}')).toBe('.dialog,.track{a:1}');
});

test('does not ask for what a selector only excludes or chooses from', () => {
  const sheet =
    '.app:not(.dialog){a:1}.track:is(.sheet,.row){b:1}.app:not(:has(>.x:not(.y))){c:1}:where(.lone) a{d:1}';
  expect(kept(sheet)).toBe(sheet);
});

test('asks for what must be inside', () => {
  expect(kept('.app:has(>.empty){a:1}.app:has(>.track){b:1}')).toBe('.app:has(>.track){b:1}');
});

test('looks into conditions, and leaves out those with nothing left', () => {
  const css =
    '@media (width>=48rem){.dialog{a:1}.track{b:1}}@supports (a:b){@media print{.dialog{c:1}}}';
  expect(kept(css)).toBe('@media (width>=48rem){.track{b:1}}');
});

test('keeps faces, movements and statements whole', () => {
  const sheet = '@layer a,b;@font-face{src:url(x.woff2)}@keyframes turn{0%{a:1}to{a:2}}';
  expect(kept(sheet)).toBe(sheet);
});

test('is not led astray by braces in a text', () => {
  const css = `.track:before{content:"}{;"}.dialog:before{content:'\\'{'}.app{a:1}`;
  expect(kept(css)).toBe(`.track:before{content:"}{;"}.app{a:1}`);
});
