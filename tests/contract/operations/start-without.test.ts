import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, urlOf } from '#tests/support/databases/create-test-db.ts';
import { startDatabaseProxy } from '#tests/support/databases/database-proxy.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { hasS3Server, S3_KEYS, startS3Server } from '#tests/support/servers/s3-server.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const ENTRY = join(ROOT, 'server/index.ts');

function start(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-start-'));
  const environment = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ADMIN_PASSWORD };
  return startProcess(process.execPath, [ENTRY], {
    ...environment,
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...settings,
  });
}

describe('a server that starts before', { timeout: 60_000 }, () => {
  test('PostgreSQL says so and ends, and is there when it is started again', async () => {
    const there = new URL(await urlOf(await createTestDatabase('postgres')));
    await using line = await startDatabaseProxy(there);
    const through = new URL(there);
    through.port = String(line.port);
    await line.cut();
    await expect(start({ DATABASE_URL: through.href })).rejects.toThrow(
      /ended with code 1[\s\S]*DATABASE_URL: no PostgreSQL answers there/,
    );
    await line.open();
    const server = await start({ DATABASE_URL: through.href });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
  });

  test.skipIf(!hasS3Server)(
    'its store of files says so and ends, and is there when it is started again',
    async () => {
      const s3 = await startS3Server();
      onTestFinished(() => s3.stop());
      await using line = await startDatabaseProxy(new URL(s3.url));
      const settings = { STORAGE_URL: s3.place(`http://127.0.0.1:${line.port}`), ...S3_KEYS };
      await line.cut();
      await expect(start(settings)).rejects.toThrow(
        /ended with code 1[\s\S]*STORAGE_URL: the store cannot be written to \(.*ECONNREFUSED/,
      );
      await line.open();
      const server = await start(settings);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await server.stop();
    },
  );
});

test('its supervisor restarts it again and again, however long that takes', () => {
  const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');
  const service = read('cradlesong.service');
  expect(service).toMatch(/^Restart=always$/m);
  // Otherwise systemd would give up after five starts in ten seconds.
  expect(service).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^RestartSec=2$/m);
  expect(read('compose.yaml')).toMatch(/restart: unless-stopped/);
});
