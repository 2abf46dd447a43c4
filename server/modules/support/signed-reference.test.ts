import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findSignedReferences, isSignedReferenceOf, signedReference } from './signed-reference.ts';

const key = createSecretKey(randomBytes(32));
const ticket = { id: 42, user_id: '0b7e5a52-5bd1-4d4e-9f3e-000000000001' };

test('a signed reference is valid for one ticket, one user and one server', () => {
  const reference = signedReference(key, ticket);
  expect(reference).toMatch(/^T-42-[2-9A-HJKMNP-TV-Z]{10}$/);
  expect(isSignedReferenceOf(key, ticket, reference)).toBe(true);
  expect(isSignedReferenceOf(key, { ...ticket, id: 43 }, reference)).toBe(false);
  expect(
    isSignedReferenceOf(key, { ...ticket, user_id: ticket.user_id.replace(/1$/, '2') }, reference),
  ).toBe(false);
  expect(isSignedReferenceOf(createSecretKey(randomBytes(32)), ticket, reference)).toBe(false);
  expect(isSignedReferenceOf(key, ticket, 'T-42')).toBe(false);
});

test('signed references are found in headers and subjects, once each, in upper or lower case', () => {
  const text = `<t-42-7kq2m9xwh4@cradlesong.example> <1@x>
    Re: AW: Our answer [T-42-7KQ2M9XWH4] and T-7-ABCDEFGHJK.`;
  expect(findSignedReferences(text)).toEqual([
    { id: 42, reference: 'T-42-7KQ2M9XWH4' },
    { id: 7, reference: 'T-7-ABCDEFGHJK' },
  ]);
});

test('similar texts are not signed references, and a text yields a limited number', () => {
  const others =
    'T-42 T-42-7KQ2M9XWH T-42-7KQ2M9XWH44 T-42-7KQ2M9XWHO XT-42-7KQ2M9XWH4 T-0123456789-7KQ2M9XWH4';
  expect(findSignedReferences(others)).toEqual([]);
  expect(
    findSignedReferences(Array.from({ length: 99 }, (_, id) => `T-${id}-7KQ2M9XWH4`).join(' ')),
  ).toHaveLength(8);
});
