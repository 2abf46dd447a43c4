import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

test.each([
  [
    'One\n\ntwo **bold** `code`',
    '<p dir="auto">One</p><p dir="auto">two <b>bold</b> <code>code</code></p>',
  ],
  ['- a\n- b', '<ul><li dir="auto">a</li><li dir="auto">b</li></ul>'],
  ['[us](/contact)', '<p dir="auto"><a href="/contact">us</a></p>'],
  ['[a](javascript:alert(1))', '<p dir="auto">[a](javascript:alert(1))</p>'],
  ['<script>x</script>', '<p dir="auto">&lt;script&gt;x&lt;/script&gt;</p>'],
  [
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
    '<div class="table-scroll"><table><thead><tr><th scope="col" dir="auto">A</th><th scope="col" dir="auto">B</th></tr></thead><tbody><tr><td dir="auto">1</td><td dir="auto">2</td></tr></tbody></table></div>',
  ],
])('%j is rendered as HTML', (text, html) => {
  expect(renderToStaticMarkup(<Markdown text={text} />)).toBe(html);
});
