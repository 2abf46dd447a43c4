import { expect, test } from 'vitest';
import { handOverPath, parseHandOverCode, parseHandOverHash } from './hand-over-address.ts';

test('a typed code is normalised, and anything else is refused', () => {
  expect(parseHandOverCode(' 7k4-m2p ')).toBe('7K4M2P');
  expect(['7K4M2', '7K4M2PP', '7K4M20', '7K4MIL', 'ÄÄÄÄÄÄ', ''].map(parseHandOverCode)).toEqual(
    Array(6).fill(undefined),
  );
});

test('the code in a QR code’s address is parsed from the fragment, which no server receives', () => {
  const address = { to: 'phone', code: '7K4M2P', next: '/player/3' } as const;
  const { pathname, search, hash } = new URL(handOverPath(address), 'http://192.168.1.20:50123');
  expect([pathname, search]).toEqual(['/hand-over', '']);
  expect(parseHandOverHash(hash)).toEqual(address);
});

test.each([
  'https://evil.example/',
  '//evil.example/home',
  '/\\\\evil.example',
  '/nowhere',
  'home',
  '',
])('a code opens a page of this site, never %j', (next) => {
  const hash = `#${new URLSearchParams({ screen: '7K4M2P', next })}`;
  expect(parseHandOverHash(hash)).toEqual({ to: 'screen', code: '7K4M2P', next: '/home' });
});

test.each(['', '#', '#phone=', '#phone=12345', '#access_token=abc', '#%'])(
  '%j contains no code',
  (hash) => {
    expect(parseHandOverHash(hash)).toBeUndefined();
  },
);
