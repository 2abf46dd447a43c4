import { describe, expect, test } from 'vitest';
import { ensureStrongPassword, findWeaknesses, isPasswordOf } from './passwords.ts';

const RULE = { AUTH_PASSWORD_LENGTH: 8 };

describe('a new password', () => {
  test('has the minimum number of characters, regardless of their size in bytes', () => {
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

test('known devices take turns by network, and within one network by device', async () => {
  const done: string[] = [];
  const check = async (network: string, knownDevice: string) => {
    await isPasswordOf(null, 'a guess', { network, knownDevice });
    done.push(knownDevice);
  };
  const ward = Array.from({ length: 30 }, (_, at) =>
    check('ward', at < 12 ? 'busy device' : `device ${at}`),
  );
  await Promise.all([check('ward', 'another device'), check('home', 'own device')]);
  expect(done.indexOf('own device')).toBeLessThan(3);
  await Promise.all(ward);
  // Each of the other devices has its first turn before the busy one has its third.
  expect(done.lastIndexOf('busy device')).toBe(done.length - 1);
});
