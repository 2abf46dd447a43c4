import { expect, test } from 'vitest';
import { findPlaces } from './places.ts';

const labels = (text: string) => findPlaces(text).map(({ label }) => label);

test('[D2] a part of the admin area is found by its name and its contents', () => {
  expect(labels('BACK')).toEqual(['Backups']);
  expect(labels('restore')).toEqual(['Backups']);
  expect(labels('testimonials')).toEqual(['Texts']);
  expect(labels('mails to you')).toEqual(['Mails to you']);
  expect(labels('birth')).toEqual(['Centre codes', 'Kiosks']);
  expect(labels('no such words')).toEqual([]);
});
