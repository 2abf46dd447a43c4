import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { LANDING_DEFAULTS } from '#contract/constants/texts/landing-defaults.ts';
import { overrideBrand } from './brand-override.ts';

test('the owner overrides single values, including nested ones', () => {
  const brand = overrideBrand(DEFAULT_BRAND, {
    name: 'Lullaby',
    price: { oneTime: 9.5 },
    address: ['One Street', 'Town'],
  });
  expect(brand).toEqual({
    ...DEFAULT_BRAND,
    name: 'Lullaby',
    price: { ...DEFAULT_BRAND.price, oneTime: 9.5 },
    address: ['One Street', 'Town'],
  });
});

test('only texts of the landing page that differ from the defaults override them', () => {
  const landing = {
    heroTitle: 'You are carried',
    verse: LANDING_DEFAULTS.verse,
    faithTitle: '',
    creatorStory: 7,
    evil: 'x',
  };
  expect(overrideBrand(DEFAULT_BRAND, { landing }).landing).toEqual({
    heroTitle: 'You are carried',
  });
});

test.each([
  null,
  'text',
  7,
  [],
  { name: 5 },
  { name: '' },
  { social: 'x' },
  { address: [1] },
  { evil: 1 },
  { landing: 'x' },
  { landing: { heroTitle: 5 } },
])('a value of the wrong type, such as %o, changes nothing', (override) => {
  expect(overrideBrand(DEFAULT_BRAND, override)).toEqual(DEFAULT_BRAND);
});
