import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { overrideBrand } from './brand-override.ts';

test('the owner changes single members, also deep ones', () => {
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
])('what is not of the kind it should be, as %o, changes nothing', (override) => {
  expect(overrideBrand(DEFAULT_BRAND, override)).toEqual(DEFAULT_BRAND);
});
