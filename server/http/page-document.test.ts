import { describe, expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { NOT_FOUND, ROUTES } from '#contract/words/routes.ts';
import { fillDocument, hashInlineScripts } from './page-document.ts';

const config = {
  anonKey: 'key-</script><script>alert(1)</script>',
  siteUrl: 'https://site.example',
  magicLink: true,
  premiumGate: false,
  passwordLength: 8,
  brand: DEFAULT_BRAND,
};
const built =
  '<html><head><title>Built</title><meta name="description" content="old"></head><body></body></html>';

describe('a built document', () => {
  const html = fillDocument(built, { route: ROUTES[0], config, canonicalPath: '/' });

  test('has the title and the description of its route, once each', () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain(`<title>Cradlesong: ${ROUTES[0].title}</title>`);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('<link rel="canonical" href="https://site.example/">');
  });

  test('carries the public settings as data that cannot end its element', () => {
    const [, json = ''] = /id="public-config">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual(config);
    expect(html).not.toContain('<script>alert');
  });

  test('is kept from search engines when it is not for them', () => {
    const page = { route: NOT_FOUND, config, canonicalPath: undefined };
    expect(fillDocument(built, page)).toContain('<meta name="robots" content="noindex">');
  });
});

test('only inline scripts that run are hashed', () => {
  const html =
    '<script>run()</script><script src="/a.js"></script><script type="application/json">{}</script><script type="module" src="/b.js"></script>';
  expect(hashInlineScripts(html)).toHaveLength(1);
});
