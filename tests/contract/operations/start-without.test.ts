import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { findPostgres } from '#tests/support/databases/find-postgres.ts';
import { runSql } from '#tests/support/databases/run-sql.ts';
import { S3_KEYS } from '#tests/support/servers/s3-server.ts';
import { createDataDir, startFromSource } from '#tests/support/servers/source-server.ts';

const NAME = 'cradlesong_sql_ascii';

type Prepare = (dataDir: string) => Promise<Record<string, string>>;

test.each<[what: string, prepare: Prepare, reason: string]>([
  ['wrong settings', async () => ({ PORT: 'banana' }), 'PORT: "banana" must be a whole number'],
  [
    'a database of a newer version',
    async (dataDir) => {
      const db = await openDatabase({ file: join(dataDir, 'cradlesong.sqlite') });
      // Kysely's own table is not part of the schema type.
      const insert = sql`insert into kysely_migration values ('9999-tomorrow', '2026-11-29')`;
      await insert.execute(db.kysely);
      await db.close();
      return {};
    },
    '9999-tomorrow',
  ],
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
  const DATA_DIR = await createDataDir();
  const failed = await startFromSource({ DATA_DIR, ...(await prepare(DATA_DIR)) }).catch(String);
  expect(failed).toContain('ended with code 1');
  expect(failed).toContain(reason);
  expect(failed).not.toMatch(/secret-word|\n\s+at |brought up to date/);
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
