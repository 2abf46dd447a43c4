import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { draftOf, findBadNumber, overrideOf } from './brand-draft.ts';

test('what is unchanged, or emptied, is not kept', () => {
  expect(overrideOf(draftOf(undefined))).toEqual({});
  expect(overrideOf({ ...draftOf({ name: 'Selah' }), name: '  ' })).toEqual({});
});

test('what is changed is kept in the form the brand has it, and shown again', () => {
  const draft = {
    ...draftOf(undefined),
    name: 'Selah',
    address: 'Selah\n2 Hill Road ',
    'social.tiktok': 'https://example.com/selah',
    'price.oneTime': '9.5',
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

test('a price that is no number is named', () => {
  expect(findBadNumber(draftOf(undefined))).toBeUndefined();
  expect(findBadNumber({ ...draftOf(undefined), 'price.oneTime': 'cheap' })).toBe('One-time price');
  expect(findBadNumber({ ...draftOf(undefined), trialDays: '-1' })).toBe('Days of the trial');
});
