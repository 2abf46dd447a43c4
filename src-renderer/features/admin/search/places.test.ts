import { expect, test } from 'vitest';
import { findPlaces, PLACES } from './places.ts';

const labels = (text: string) => findPlaces(text).map(({ label }) => label);

test('[D2] a part of the area is found by its name, and by what is there', () => {
  expect(labels('BACK')).toEqual(['Backups']);
  expect(labels('restore')).toEqual(['Backups']);
  expect(labels('testimonials')).toEqual(['Texts']);
  expect(labels('mails to you')).toEqual(['Mails to you']);
  expect(labels('birth')).toEqual(['Centre codes', 'Kiosks']);
  expect(labels('no such words')).toEqual([]);
});

test('[D2] before anything is typed all parts are there, each with an address of its own', () => {
  expect(findPlaces(' ')).toBe(PLACES);
  expect(new Set(PLACES.map(({ to }) => to)).size).toBe(PLACES.length);
});
