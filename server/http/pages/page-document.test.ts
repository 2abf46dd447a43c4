import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { fillDocument } from './page-document.ts';

const config = {
  anonKey: 'key',
  siteUrl: 'https://site.example',
  magicLink: true,
  premiumGate: false,
  passwordLength: 8,
  brand: DEFAULT_BRAND,
};
const built =
  '<html><head><title>Built</title><meta name="description" content="old"></head><body></body></html>';

test('a document has the title and the description of its route, once each', () => {
  const html = fillDocument(built, { route: ROUTES[0], config, canonicalPath: '/' });
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(html).toContain(`<title>Cradlesong: ${ROUTES[0].title}</title>`);
  expect(html.match(/name="description"/g)).toHaveLength(1);
  expect(html).toContain('<link rel="canonical" href="https://site.example/">');
});

test('only the landing page is described by the owner’s hero text', () => {
  const brand = { ...DEFAULT_BRAND, landing: { heroText: 'You are carried' } };
  const described = ROUTES.filter((route) => {
    const page = { route, config: { ...config, brand }, canonicalPath: route.path };
    return fillDocument(built, page).includes('name="description" content="You are carried"');
  });
  expect(described.map(({ path }) => path)).toEqual(['/']);
});

test.each([
  [{}, 'og.png'],
  [{ landing: { verse: 'He gathers.' } }, 'og.png'],
  [{ name: 'Selah' }, 'icon-512.png'],
  [{ landing: { heroTitle: 'You are carried' } }, 'icon-512.png'],
])('the link preview of a page with the brand changes %j shows %s', (changes, picture) => {
  const brand = { ...DEFAULT_BRAND, ...changes };
  const page = { route: ROUTES[0], config: { ...config, brand }, canonicalPath: '/' };
  expect(fillDocument(built, page)).toContain(
    `"og:image" content="https://site.example/${picture}"`,
  );
});
