import { describe, expect, test } from 'vitest';
import { ensureStrongPassword, findWeaknesses, isPasswordOf } from './passwords.ts';

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

test('a check from a known device does not wait for guesses from many networks', async () => {
  const done: string[] = [];
  const check = async (network: string, knownDevice?: string) => {
    await isPasswordOf(null, 'a guess', { network, knownDevice });
    done.push(network);
  };
  const guesses = Array.from({ length: 40 }, (_, at) => check(`network ${at}`));
  await check('home', 'a device');
  expect(done.length).toBeLessThan(20);
  await Promise.all(guesses);
});

test('known devices on one network take turns', async () => {
  const done: string[] = [];
  const check = async (knownDevice: string) => {
    await isPasswordOf(null, 'a guess', { network: 'ward', knownDevice });
    done.push(knownDevice);
  };
  const guesses = Array.from({ length: 20 }, () => check('one device'));
  await check('another device');
  expect(done.length).toBeLessThan(10);
  await Promise.all(guesses);
});
