import { expect, test } from 'vitest';
import { findNearNames } from './near-names.ts';

const KNOWN = ['DATA_DIR', 'PORT', 'PREMIUM_GATE', 'SMTP_URL', 'TRUST_PROXY'];

test.each([
  ['PREMIUM_GATES', 'PREMIUM_GATE'],
  ['TRUST_PORXY', 'TRUST_PROXY'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['SMPT_URL', 'SMTP_URL'],
  ['DATADIR', 'DATA_DIR'],
])('%s was probably meant to be %s', (given, meant) => {
  expect(findNearNames([given], KNOWN)).toEqual([{ given, meant }]);
});

test('a setting itself, a short name and what is something else are left alone', () => {
  expect(findNearNames(['DATA_DIR', 'PART', 'PATH', 'HOME', 'XDG_DATA_DIRS'], KNOWN)).toEqual([]);
});
