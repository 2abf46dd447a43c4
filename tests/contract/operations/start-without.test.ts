import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, urlOf } from '#tests/support/databases/create-test-db.ts';
import { startDatabaseProxy } from '#tests/support/databases/database-proxy.ts';
import { findPostgres } from '#tests/support/databases/find-postgres.ts';
import { runSql } from '#tests/support/databases/run-sql.ts';
import { hasS3Server, S3_KEYS, startS3Server } from '#tests/support/servers/s3-server.ts';
import { startFromSource } from '#tests/support/servers/source-server.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const newFolder = () => mkdtempSync(join(tmpdir(), 'cradlesong-start-'));

describe('a server', { timeout: 60_000 }, () => {
  test('reports an unreachable PostgreSQL, exits, and runs when started again', async () => {
    const there = new URL(await urlOf(await createTestDatabase('postgres')));
    await using proxy = await startDatabaseProxy(there);
    const through = new URL(there);
    through.port = String(proxy.port);
    await proxy.cut();
    const withSecret = Object.assign(new URL(through), { password: 'secret-word' });
    const failed = await startFromSource({
      DATA_DIR: newFolder(),
      DATABASE_URL: withSecret.href,
    }).catch(String);
    expect(failed).toMatch(/ended with code 1[\s\S]*DATABASE_URL: no PostgreSQL answers there/);
    expect(failed).not.toMatch(/secret-word|\n\s+at /);
    await proxy.open();
    const server = await startFromSource({ DATA_DIR: newFolder(), DATABASE_URL: through.href });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
  });

  test('reports a PostgreSQL database whose encoding cannot hold every character, and exits', async () => {
    const { url } = await findPostgres();
    const name = 'cradlesong_sql_ascii';
    const drop = () => runSql(url, `drop database if exists ${name} with (force)`);
    await drop();
    onTestFinished(drop);
    const options = `encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C'`;
    await runSql(url, `create database ${name} ${options}`);
    await expect(
      startFromSource({ DATA_DIR: newFolder(), DATABASE_URL: `${url}/${name}` }),
    ).rejects.toThrow('has the encoding SQL_ASCII, which cannot hold every name');
  });

  test.skipIf(!hasS3Server)(
    'reports an unreachable file store, exits, and runs when started again',
    async () => {
      const s3 = await startS3Server();
      onTestFinished(() => s3.stop());
      await using proxy = await startDatabaseProxy(new URL(s3.url));
      const settings = {
        STORAGE_URL: s3.newLocation(`http://127.0.0.1:${proxy.port}`),
        ...S3_KEYS,
      };
      await proxy.cut();
      await expect(startFromSource({ DATA_DIR: newFolder(), ...settings })).rejects.toThrow(
        /ended with code 1[\s\S]*STORAGE_URL: the store cannot be written to \(.*ECONNREFUSED/,
      );
      await proxy.open();
      const server = await startFromSource({ DATA_DIR: newFolder(), ...settings });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await server.stop();
    },
  );
});

test('the supervisor restarts a failed server without a limit of attempts', () => {
  const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');
  const service = read('cradlesong.service');
  expect(service).toMatch(/^Restart=always$/m);
  // Otherwise systemd would give up after five starts in ten seconds.
  expect(service).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^RestartSec=2$/m);
  expect(read('compose.yaml')).toMatch(/restart: unless-stopped/);
});
