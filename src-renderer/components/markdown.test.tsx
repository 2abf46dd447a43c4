import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

test.each([
  ['One\n\ntwo **bold** `code`', '<p>One</p><p>two <b>bold</b> <code>code</code></p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['[us](/contact)', '<p><a href="/contact">us</a></p>'],
  ['[call](tel:+44 20)', '<p><a href="tel:+4420">call</a></p>'],
  ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
  ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
  [
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
    '<div class="table-scroll"><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  ],
])('renders %j', (text, html) => {
  expect(renderToStaticMarkup(<Markdown text={text} />)).toBe(html);
});
