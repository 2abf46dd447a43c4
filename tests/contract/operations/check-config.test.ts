import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const START = resolve(import.meta.dirname, '../../../server/cli/start.ts');

const folder = mkdtempSync(join(tmpdir(), 'check-config-'));

function check(settings: Record<string, string>) {
  const env = { PATH: process.env['PATH'], ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [START, '--check-config'], {
    env,
  });
  return { status, said: `${stdout}${stderr}` };
}

test('--check-config prints the configuration without secrets, and creates nothing', () => {
  const DATA_DIR = join(folder, 'not-there', 'data');
  const settings = {
    DATA_DIR,
    RENDERER_DIR: join(folder, 'no-pages'),
    JWT_SECRET: 'hush-hush-hush-hush-hush-hush-hush-hush',
    ADMIN_PASSWORD: 'hush of the admin',
    METRICS_TOKEN: 'hush-of-the-metrics',
    DATABASE_URL: 'postgres://ruth:hush@db.example:5433/songs?sslpassword=hush',
    SMTP_URL: 'smtp://naomi:hush@mail.example:587',
    AUTH_SIGNUP: 'no',
  };
  const { status, said } = check(settings);
  expect(said).toContain(`DATA_DIR=${DATA_DIR}\n`);
  expect(said).toContain('DATABASE_URL=postgres://ruth:***@db.example:5433/songs?***\n');
  expect(said).toContain('SMTP_URL=smtp://naomi:***@mail.example:587\n');
  expect(said).toContain('JWT_SECRET=***\n');
  expect(said).toMatch(/^AUTH_PASSWORD_LENGTH=\d+/m);
  expect(said).toContain('ADMIN_PASSWORD=***\n');
  expect(said).toContain('AUTH_SIGNUP=off\n');
  expect(said).toContain('PORT=4310  (not set)\n');
  expect(said).toContain('Note: RENDERER_DIR: there are no built pages');
  expect(said).toContain('The settings are valid.');
  expect(said).not.toContain('hush');
  expect(status).toBe(0);
  expect(existsSync(join(folder, 'not-there'))).toBe(false);
});

test('--check-config names a data folder that cannot be written, and exits with 1', () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const inFile = check({ DATA_DIR: join(file, 'data') });
  expect(inFile.status).toBe(1);
  expect(inFile.said).toContain(`"${join(file, 'data')}" cannot be written`);
});
