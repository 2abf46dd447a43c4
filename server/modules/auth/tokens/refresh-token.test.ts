import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretKeys } from '#server/core/config/secret-keys.ts';
import {
  classifyRefresh,
  createRefreshToken,
  REUSE_INTERVAL_MS,
  readRefreshToken,
} from './refresh-token.ts';

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

  test('with one character changed is invalid', () => {
    const token = createRefreshToken(key, randomUUID(), 3);
    for (let at = 0; at < token.length; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'Q' : 'A'}${token.slice(at + 1)}`;
      expect(readRefreshToken(key, changed).kind).not.toBe('token');
    }
  });

  test('cannot be any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readRefreshToken(key, text).kind).not.toBe('token');
      }),
    );
  });
});

describe('the rules of rotation', () => {
  const refreshedAt = 1_000_000;
  const judge = (shown: number, age: number, counter = 5) =>
    classifyRefresh(
      { refresh_counter: counter, refreshed_at: new Date(refreshedAt).toISOString() },
      shown,
      refreshedAt + age,
    );

  test.each([
    ['the active token is replaced', 5, 1e9, 'advance'],
    ['its parent gets the active token again, however late', 4, 1e9, 'repeat'],
    [
      'an older token gets the active token again within the interval',
      1,
      REUSE_INTERVAL_MS,
      'repeat',
    ],
    ['an older token is a replay after the interval', 3, REUSE_INTERVAL_MS + 1, 'replay'],
    ['a token newer than a restored backup is replaced', 9, 1e9, 'advance'],
  ])('%s', (_rule, shown, age, verdict) => {
    expect(judge(shown, age)).toBe(verdict);
  });

  test('the first token of a session has no parent and is never a replay', () => {
    expect(classifyRefresh({ refresh_counter: 0, refreshed_at: null }, 0, 1)).toBe('advance');
  });
});
