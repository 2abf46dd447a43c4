import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '#tests/support/databases/find-postgres.ts';
import { runSql } from '#tests/support/databases/run-sql.ts';
import { S3_KEYS } from '#tests/support/servers/s3-server.ts';
import { startFromSource } from '#tests/support/servers/source-server.ts';

const NAME = 'cradlesong_sql_ascii';

test.each([
  [
    'an unreachable PostgreSQL',
    async () => ({ DATABASE_URL: 'postgres://ruth:secret-word@127.0.0.1:1/songs' }),
    'DATABASE_URL: no PostgreSQL answers there',
  ],
  [
    'a PostgreSQL database whose encoding cannot hold every character',
    async () => {
      const { url } = await findPostgres();
      const drop = () => runSql(url, `drop database if exists ${NAME} with (force)`);
      await drop();
      onTestFinished(drop);
      const options = `encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C'`;
      await runSql(url, `create database ${NAME} ${options}`);
      return { DATABASE_URL: `${url}/${NAME}` };
    },
    'has the encoding SQL_ASCII, which cannot hold every name',
  ],
  [
    'an unreachable file store',
    async () => ({ STORAGE_URL: 's3://songs?endpoint=http%3A%2F%2F127.0.0.1%3A1', ...S3_KEYS }),
    'ECONNREFUSED',
  ],
])('a server reports %s, and exits', { timeout: 60_000 }, async (_what, prepare, reason) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'cradlesong-start-'));
  const failed = await startFromSource({ DATA_DIR, ...(await prepare()) }).catch(String);
  expect(failed).toContain('ended with code 1');
  expect(failed).toContain(reason);
  expect(failed).not.toMatch(/secret-word|\n\s+at /);
});

test('the supervisor restarts a failed server without a limit of attempts', () => {
  const deploy = resolve(import.meta.dirname, '../../../deploy');
  const read = (file: string) => readFileSync(join(deploy, file), 'utf8');
  const service = read('cradlesong.service');
  expect(service).toMatch(/^Restart=always$/m);
  // Otherwise systemd would give up after five starts in ten seconds.
  expect(service).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^RestartSec=2$/m);
  expect(read('compose.yaml')).toMatch(/restart: unless-stopped/);
});
