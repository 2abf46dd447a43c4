import { expect, test } from 'vitest';
import { readReply } from './read-mail.ts';

test.each(['text/plain', 'text/html'] as const)(
  'NUL characters are removed from a reply in %s',
  async (type) => {
    const content = Buffer.from('It is\0 up.');
    const part = { type, charset: 'utf-8', encoding: '8bit', isFlowed: false, content };
    expect(await readReply(part)).toBe('It is up.');
  },
);
