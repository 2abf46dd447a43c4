import { expect, test } from 'vitest';
import { readReply } from './read-mail.ts';

test.each(['text/plain', 'text/html'])(
  'NUL characters are removed from a reply in %s',
  async (type) => {
    const mail = Buffer.from(`Content-Type: ${type}\r\n\r\nIt is\0 up.`);
    expect(await readReply(mail)).toEqual({ text: 'It is up.', attachments: [] });
  },
);
