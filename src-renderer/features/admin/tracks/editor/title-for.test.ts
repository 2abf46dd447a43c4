import { expect, test } from 'vitest';
import { titleFor } from './title-for.ts';

test.each([
  ['morning_prayer-02.MP3', 'Morning prayer 02'],
  ['Ave Maria.m4a', 'Ave Maria'],
  ['Grüße für Anaïs.mp3'.normalize('NFD'), 'Grüße für Anaïs'],
  ['молитва.flac', 'Молитва'],
  ['.mp3', 'Untitled'],
])('[D2] a recording named %s becomes a track titled %s', (name, title) => {
  expect(titleFor(name)).toBe(title);
});
