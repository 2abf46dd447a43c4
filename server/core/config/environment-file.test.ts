import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseEnvironmentFile } from './environment-file.ts';

test.each([
  ['NAME=value', 'value'],
  ['NAME = value ', 'value'],
  ["NAME='single quotes'", 'single quotes'],
  [String.raw`NAME='no \n escape'`, String.raw`no \n escape`],
  ['NAME="Ann & <a@example.org>"', 'Ann & <a@example.org>'],
  [String.raw`NAME="a \"b\" \$c \d"`, String.raw`a "b" $c \d`],
  ['NAME=one \\\n  two', 'one   two'],
  ['NAME=postgres://u:p@h/d?x=1#y', 'postgres://u:p@h/d?x=1#y'],
  ['NAME="one"\'two\' "three"', 'onetwothree'],
  ['NAME=it\'s "so"', 'it\'s "so"'],
  ['NAME="over\ntwo lines"', 'over\ntwo lines'],
  ['NAME=', ''],
  ['# a comment\n; another\n\n  NAME=windows\r\n', 'windows'],
  ['NAME=first\nNAME=last', 'last'],
])('%j is read as systemd reads it', (text, value) => {
  expect(parseEnvironmentFile(text)).toEqual({ NAME: value });
});

test.each([
  ['A=1\nSMTP_URL', 'line 2: it has no "=" after the name'],
  ['A=1\nexport B=2', 'line 2: "export B" is not a name'],
  ['A=1\n\nB="open\nC=3', 'line 3: the quote of B is not closed'],
])('the error names the invalid line of %j', (text, message) => {
  expect(() => parseEnvironmentFile(text)).toThrow(message);
});

test('a command reads the settings of the file, and refuses to run with an invalid one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-settings-'));
  const file = join(folder, 'settings');
  const command = resolve(import.meta.dirname, '../../cli/with-settings.ts');
  const run = () =>
    execFileSync(process.execPath, [command, file, 'sh', '-c', 'echo "$NAME"'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  writeFileSync(file, "NAME = 'a b'\n");
  expect(run()).toBe('a b\n');
  writeFileSync(file, 'NAME');
  expect(run).toThrow(`${file}, line 1: it has no "=" after the name`);
});
