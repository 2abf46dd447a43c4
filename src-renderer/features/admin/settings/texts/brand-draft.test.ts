import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { brandFormSchema, brandOnLanding, draftOf, overrideOf } from './brand-draft.ts';

test('a changed field is saved in the format of the brand, and shown again', () => {
  const draft = {
    ...draftOf(undefined),
    name: 'Selah',
    address: 'Selah\n2 Hill Road ',
    'social/tiktok': 'https://example.com/selah',
    'price/oneTime': '9.5',
  };
  const override = overrideOf(draft);
  expect(override).toEqual({
    name: 'Selah',
    address: ['Selah', '2 Hill Road'],
    social: { tiktok: 'https://example.com/selah' },
    price: { oneTime: 9.5 },
  });
  expect(overrideOf(draftOf(override))).toEqual(override);
  expect(draftOf(override)['tagline']).toBe(DEFAULT_BRAND.tagline);
});

test('the preview shows the draft over the built-in brand, even a text that is too long', () => {
  expect(brandOnLanding(draftOf(undefined))).toEqual({ ...DEFAULT_BRAND, landing: {} });
  const heroTitle = 'long '.repeat(20).trim();
  const draft = {
    ...draftOf(undefined),
    name: 'Selah',
    'stores/appStore': 'https://example.com/selah',
    'landing/heroTitle': heroTitle,
    'landing/verse': ' ',
  };
  expect(brandOnLanding(draft)).toEqual({
    ...DEFAULT_BRAND,
    name: 'Selah',
    stores: { ...DEFAULT_BRAND.stores, appStore: 'https://example.com/selah' },
    landing: { heroTitle },
  });
});

test('an invalid value is named at its field', () => {
  expect(brandFormSchema.safeParse(draftOf(undefined)).success).toBe(true);
  const draft = {
    ...draftOf(undefined),
    'price/oneTime': 'cheap',
    trialDays: '-1',
    email: 'us at example.org',
    'social/tiktok': 'example.com/selah',
    address: `Selah\n${'long '.repeat(50)}`,
    'landing/heroTitle': 'long '.repeat(20),
  };
  const { error } = brandFormSchema.safeParse(draft);
  const said = error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
  expect(Object.fromEntries(said)).toEqual({
    'price/oneTime': 'The price is a number',
    trialDays: 'The days of the trial are below 0',
    email: 'An email address looks like name@example.org',
    'social/tiktok': 'A link starts with https://, as in https://example.org/us',
    address: 'A line of the postal address is longer than 200 characters',
    'landing/heroTitle': 'The headline is longer than 50 characters',
  });
});

test('a price may have a decimal comma; an empty price or one below a penny is refused', () => {
  const priced = (price: string) => ({ ...draftOf(undefined), 'price/oneTime': price });
  expect(overrideOf(priced('9,99'))).toEqual({ price: { oneTime: 9.99 } });
  const errorsOf = (price: string) =>
    brandFormSchema.safeParse(priced(price)).error?.issues.map(({ message }) => message);
  expect(['9,99', '0', '9.999'].map(errorsOf)).toEqual([
    undefined,
    ['The price has to be more than 0'],
    ['The price has more than two decimals'],
  ]);
});
