import { describe, expect, test } from 'vitest';
import { isStoredAddress, isStoredName } from './stored-names.ts';

describe('[Q3] the name of a stored file', () => {
  test.each([
    'calm-0123456789abcdef.mp3',
    '_a',
    'a',
    'artwork/512/a.png',
    'console.mp3',
    'com10.mp3',
  ])('%s is valid', (name) => expect(isStoredName(name)).toBe(true));

  test.each([
    ...['Calm.mp3', 'calm.MP3', 'calm.mp3.', 'calm.mp3 ', 'calm.mp3..', '.calm', 'a/B.mp3'],
    ...['con', 'CON', 'nul.mp3', 'aux.', 'com1.mp3', 'lpt9', 'a/prn.png', 'con.mp3.png'],
    ...['..', 'a/../b', 'a//b', '/a', 'a/', 'a\\b', 'c:a', 'a\0', 'a:b', 'ä.mp3', ''],
    'a/a/a/a/a/a/a',
    'a'.repeat(129),
  ])('%j is invalid on every system', (name) => expect(isStoredName(name)).toBe(false));
});

test('[Q3] a stored address has one spelling and refers to one file', () => {
  const own = '/storage/v1/object/public/images/cover-0123456789abcdef.png';
  expect(isStoredAddress('images', own)).toBe(true);
  const others = [
    `https://a.example${own}`,
    `//a.example${own}`,
    `/\\a.example${own}`,
    own.replace('images', 'audio'),
    own.replace('public', 'sign'),
    own.replace('cover', 'c%6fver'),
    `${own}?x`,
    `${own}#x`,
    own.replace('images/', 'images/../audio/'),
    '',
  ];
  expect(others.filter((address) => isStoredAddress('images', address))).toEqual([]);
});
