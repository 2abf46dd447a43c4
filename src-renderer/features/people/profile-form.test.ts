import { describe, expect, test } from 'vitest';
import { readProfileForm } from './profile-form.ts';

describe('[U2] the profile form', () => {
  test.each(['', 'a', ' a '])('requires at least two characters in a username (%j)', (username) => {
    expect(readProfileForm({ username, avatar_url: '' }).errors).toEqual({
      username: 'Username must be at least 2 characters',
    });
  });

  test.each(['ruth', 'javascript:alert(1)', 'ftp://example.org/a.png', 'http://'])(
    'requires a web address for a picture (%s)',
    (avatar_url) => {
      expect(readProfileForm({ username: 'Ruth', avatar_url }).errors).toEqual({
        avatar_url: 'Must be a valid URL',
      });
    },
  );

  test('accepts two characters, and no picture', () => {
    expect(readProfileForm({ username: 'Jo', avatar_url: '' })).toEqual({
      value: { username: 'Jo', avatar_url: '' },
      errors: {},
    });
  });

  test('trims the values', () => {
    expect(
      readProfileForm({ username: ' Ruth ', avatar_url: ' https://example.org/ruth.png ' }).value,
    ).toEqual({ username: 'Ruth', avatar_url: 'https://example.org/ruth.png' });
  });
});
