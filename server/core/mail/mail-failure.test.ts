import { expect, test } from 'vitest';
import { findMailFailure } from './mail-failure.ts';

const SMTP = 'smtp://anna:secret@mail.example';
const IMAP = 'imaps://anna:secret@mail.example';

/** Errors in nodemailer's format; mail-test.api.test.ts has those of a real mail server. */
const network = (code: string, message: string) => ({
  message,
  code: 'ESOCKET',
  originalCode: code,
  command: 'CONN',
});
const answered = (command: string, response: string) => ({
  message: `Refused: ${response}`,
  code: command.startsWith('AUTH') ? 'EAUTH' : 'EENVELOPE',
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

test.each([
  ['no_host', { code: 'EDNS', command: 'CONN', message: 'getaddrinfo ENOTFOUND smpt.example' }],
  ['certificate', network('CERT_HAS_EXPIRED', 'certificate has expired')],
  ['certificate', network('ERR_TLS_CERT_ALTNAME_INVALID', 'Host: mail.example. is not in')],
  ['tls', network('ERR_SSL_WRONG_VERSION_NUMBER', 'SSL routines:wrong version number')],
  ['tls', answered('MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first')],
  ['sign_in', answered('MAIL FROM', '530 5.7.0 Authentication required')],
  ['sender', answered('MAIL FROM', '550 5.7.1 You may not send as hello@example.org')],
  ['relay', answered('RCPT TO', '550 5.7.1 Relaying denied')],
  ['refused', answered('DATA', '554 5.6.0 Message content rejected')],
  ['later', answered('RCPT TO', '451 4.7.1 Greylisted, try again later')],
  ['other', { code: 'EPROTOCOL', message: 'Invalid greeting', response: 'HTTP/1.1 400' }],
] as const)('the reason is "%s" for the SMTP error %o', (reason, error) => {
  expect(findMailFailure(error, SMTP)).toMatchObject({ reason });
});

test.each([
  ['sign_in', { authenticationFailed: true, responseText: 'Invalid credentials' }],
  ['mailbox', { mailboxMissing: true, responseText: 'Mailbox does not exist' }],
  ['tls', { code: 'UPGRADE_TIMEOUT', message: 'Failed to upgrade connection' }],
  ['certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }],
  ['slow', { code: 'GREETING_TIMEOUT', message: 'Failed to receive greeting. Use TLS?' }],
  ['no_host', { code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND imap.exmaple' }],
  ['unreachable', { code: 'EConnectionClosed' }],
  ['other', { message: 'Command failed', responseText: 'Account anna is suspended' }],
] as const)('the reason is "%s" for the IMAP error %o', (reason, error) => {
  expect(findMailFailure(error, IMAP)).toMatchObject({ reason });
});

test('the server’s message is shown, without the user and password it repeats', () => {
  const said = {
    responseText: `Account anna (${Buffer.from('secret').toString('base64')}) is full`,
  };
  expect(findMailFailure(said, IMAP)).toEqual({
    reason: 'other',
    code: null,
    text: 'Account … (…) is full',
  });
});
