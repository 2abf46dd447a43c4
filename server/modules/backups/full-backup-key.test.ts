import { identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { findFullBackupKey } from './full-backup-key.ts';

const OLD = '0W3G-E1R7-0W3G-E1R7-0W3G-E1R7-0W3G-E1R7-0W3G-E1R7-0W3G-E1R7-0W3M-QC3F';
const identityOf = (given: string) => findFullBackupKey('', given)?.identity ?? '';

test('a key of an older release is an age identity, in any spelling', async () => {
  const identity = identityOf(OLD);
  expect(identity).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/);
  expect(await identityToRecipient(identity)).toMatch(/^age1/);
  expect(identityOf(OLD.replaceAll('-', ' ').replaceAll('0', 'O'))).toBe(identity);
  expect(identityOf(identity.toLowerCase())).toBe(identity);
});

test.each([
  OLD.slice(1),
  OLD.replace(/^./, (it) => (it === '0' ? '1' : '0')),
  OLD.replace(/.$/, 'U'),
  '?',
  '',
])('%j is not a key', (text) => {
  expect(() => identityOf(text)).toThrow('not a key of full backups');
});
