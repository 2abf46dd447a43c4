import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { parseMail } from './outbox.ts';

async function composeAndParse(mail: { subject: string; text: string; html: string }) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail({
    from: 'a@example.com',
    to: 'Ruth <ruth@example.com>',
    ...mail,
  });
  return parseMail(message.toString('latin1'));
}

test('a mail is parsed as it was written, including long lines and accents', async () => {
  const text = `Grüß Gott – ${'very '.repeat(60)}long\n\nhttp://localhost:4310/auth/v1/verify?token=${'a'.repeat(90)}&type=signup\n\nor the code 012345\n`;
  const mail = await composeAndParse({
    subject: 'Bestätige – bitte',
    text,
    html: `<p>${text}</p>`,
  });
  expect(mail).toMatchObject({
    to: 'Ruth <ruth@example.com>',
    subject: 'Bestätige – bitte',
    text,
    code: '012345',
  });
  expect(mail.links).toEqual([
    `http://localhost:4310/auth/v1/verify?token=${'a'.repeat(90)}&type=signup`,
  ]);
  expect(mail.html).toContain('Grüß Gott');
});

test('six digits inside a link are not a code', async () => {
  const mail = await composeAndParse({
    subject: 's',
    text: 'http://x.example/123456\n',
    html: '<p>x</p>',
  });
  expect(mail.code).toBeUndefined();
});
