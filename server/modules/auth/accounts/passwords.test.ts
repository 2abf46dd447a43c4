import { describe, expect, test } from 'vitest';
import { ensureStrongPassword, findWeaknesses } from './passwords.ts';

const RULE = { AUTH_PASSWORD_LENGTH: 8 };

describe('a new password', () => {
  test('has the minimum number of characters, whatever their size in bytes', () => {
    expect(findWeaknesses(RULE, 'añ🎵üßéo')).toEqual(['length']);
    expect(findWeaknesses(RULE, 'añ🎵üßéox')).toEqual([]);
    expect(findWeaknesses(RULE, '')).toEqual(['length']);
    expect(findWeaknesses({ AUTH_PASSWORD_LENGTH: 12 }, 'lilac hymns')).toEqual(['length']);
  });

  test('is refused with all its faults at once', () => {
    expect(findWeaknesses(RULE, '123456')).toEqual(['length', 'pwned']);
    expect(findWeaknesses(RULE, 'cradlesong')).toEqual(['pwned']);
    expect(() => ensureStrongPassword(RULE, '123456')).toThrow(
      expect.objectContaining({
        status: 422,
        code: 'weak_password',
        publicMessage:
          'Password should be at least 8 characters. Password is known to be weak and easy to guess, please choose a different one.',
      }),
    );
  });
});
