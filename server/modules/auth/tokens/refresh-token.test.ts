import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretKeys } from '#server/core/config/secret-keys.ts';
import { classifyRefresh, createRefreshToken, readRefreshToken } from './refresh-token.ts';

const { refreshTokens: key } = createSecretKeys('a secret of at least thirty-two characters');
const { refreshTokens: otherKey } = createSecretKeys('another secret, just as long as the first');

describe('a refresh token', () => {
  test('reveals its session and counter only with the key', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(), (sessionId, counter) => {
        const token = createRefreshToken(key, sessionId, counter);
        expect(readRefreshToken(key, token)).toEqual({ kind: 'token', sessionId, counter });
        expect(readRefreshToken(otherKey, token)).toEqual({ kind: 'unknown' });
      }),
    );
  });

  test('is invalid if one character was changed', () => {
    const token = createRefreshToken(key, randomUUID(), 3);
    for (let at = 0; at < token.length; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'Q' : 'A'}${token.slice(at + 1)}`;
      expect(readRefreshToken(key, changed).kind).not.toBe('token');
    }
  });
});

test('a token with a higher counter than the session in a restored backup is accepted', () => {
  const session = { refresh_counter: 5, refreshed_at: new Date(0).toISOString() };
  expect(classifyRefresh(session, 9, Date.now())).toBe('advance');
});
