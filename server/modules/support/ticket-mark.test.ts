import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findMarks, isMarkOf, ticketMark } from './ticket-mark.ts';

const key = createSecretKey(randomBytes(32));
const ticket = { id: 42, user_id: '0b7e5a52-5bd1-4d4e-9f3e-000000000001' };

test('a mark is valid for one ticket, one user and one server', () => {
  const mark = ticketMark(key, ticket);
  expect(mark).toMatch(/^T-42-[2-9A-HJKMNP-TV-Z]{10}$/);
  expect(isMarkOf(key, ticket, mark)).toBe(true);
  expect(isMarkOf(key, { ...ticket, id: 43 }, mark)).toBe(false);
  expect(isMarkOf(key, { ...ticket, user_id: ticket.user_id.replace(/1$/, '2') }, mark)).toBe(
    false,
  );
  expect(isMarkOf(createSecretKey(randomBytes(32)), ticket, mark)).toBe(false);
  expect(isMarkOf(key, ticket, 'T-42')).toBe(false);
});

test('marks are found where mail programs put them, in any case, each once', () => {
  const text = `<t-42-7kq2m9xwh4@cradlesong.example> <1@x>
    Re: AW: Our answer [T-42-7KQ2M9XWH4] and T-7-ABCDEFGHJK.`;
  expect(findMarks(text)).toEqual([
    { id: 42, mark: 'T-42-7KQ2M9XWH4' },
    { id: 7, mark: 'T-7-ABCDEFGHJK' },
  ]);
});

test('other texts are not marks, and of very many marks only the first are found', () => {
  const others =
    'T-42 T-42-7KQ2M9XWH T-42-7KQ2M9XWH44 T-42-7KQ2M9XWHO XT-42-7KQ2M9XWH4 T-0123456789-7KQ2M9XWH4';
  expect(findMarks(others)).toEqual([]);
  expect(
    findMarks(Array.from({ length: 99 }, (_, id) => `T-${id}-7KQ2M9XWH4`).join(' ')),
  ).toHaveLength(8);
});
