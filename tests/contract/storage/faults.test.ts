import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { describeStartFailure } from '#server/start-failure.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import {
  type Fault,
  type FaultProxy,
  startFaultProxy,
} from '#tests/support/servers/fault-proxy.ts';
import {
  hasS3Server,
  S3_KEYS,
  type S3Server,
  startS3Server,
} from '#tests/support/servers/s3-server.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

// Faults between the server and a remote store: the server retries or reports an error, and never sends half a file.

const NAME = 'evening-0123456789abcdef.mp3';
const ADDRESS = `/storage/v1/object/public/audio/${NAME}`;
/** More than three chunks. */
const BYTES = randomBytes(1_700_000);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasS3Server)('a remote store', () => {
  let s3: S3Server;
  let proxy: FaultProxy;
  let server: TestServer;
  let token: string;
  const log: string[] = [];

  beforeAll(async () => {
    Object.assign(process.env, S3_KEYS);
    s3 = await startS3Server();
    proxy = await startFaultProxy(s3.url);
    const { STORAGE_S3 } = settingsFor(s3.newLocation(proxy.url));
    const logger = createLogger({
      level: 'info',
      isTerminal: false,
      destination: { write: (text: string) => void log.push(text) },
    });
    server = await createTestServer({ config: { STORAGE_S3 }, deps: { logger } });
    token = await fetchAdminToken(server);
    const temporary = await server.deps.store.createTemporary();
    writeFileSync(temporary, BYTES);
    await server.deps.store.adopt(temporary, 'audio', NAME);
  });
  afterEach(() => proxy.set(null));
  afterAll(async () => {
    await proxy.close();
    await s3.stop();
  });

  const settingsFor = (STORAGE_URL: string) =>
    parseConfig({ JWT_SECRET: 'only for this test, nowhere else', STORAGE_URL });
  const listen = async () => {
    const answer = await fetch(server.url + ADDRESS);
    return { answer, sum: sha256(Buffer.from(await answer.arrayBuffer())) };
  };
  const send = (body: Buffer) => uploadFile(server, token, 'audio/night.mp3', body);
  /** Ends the fault after this many occurrences. */
  const endAfter = (times: number) =>
    expect
      .poll(() => proxy.struck(), { interval: 5 })
      .toBeGreaterThanOrEqual(times)
      .then(() => proxy.set(null));

  test.each<[string, Fault]>([
    ['that is slow does not fail the request', { kind: 'delayed', ms: 300 }],
    ['that answers 503 is retried', { kind: 'answered', status: 503 }],
    ['that drops the connection within a part is retried', { kind: 'broken-off', after: 100_000 }],
  ])('%s', async (_title, fault) => {
    proxy.set(fault);
    const [{ answer, sum }] = await Promise.all([listen(), endAfter(1)]);
    expect(answer.status).toBe(200);
    expect(sum).toBe(sha256(BYTES));
  });

  test('is a 503 with Retry-After if it always drops the connection, and no byte is sent', async () => {
    proxy.set({ kind: 'broken-off', after: 100_000 });
    const answer = await fetch(server.url + ADDRESS);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ code: 'store_away' });
  });

  test('aborts a response instead of ending it short if it fails meanwhile', async () => {
    const answer = await fetch(server.url + ADDRESS);
    expect(answer.headers.get('content-length')).toBe(String(BYTES.length));
    const reader = answer.body?.getReader();
    proxy.set({ kind: 'answered', status: 503 });
    let bytes = 0;
    const all = async () => {
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        bytes += part.value.length;
      }
    };
    await expect(all()).rejects.toThrow();
    expect(bytes).toBeLessThan(BYTES.length);
  });

  test('refuses uploads and keeps no partial file while it is unreachable', async () => {
    const recording = mp3(700);
    const { store } = server.deps;
    const before = (await store.list('audio')).length;
    proxy.set({ kind: 'answered', status: 503 });
    const answer = await send(recording);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'store_away' });
    proxy.set(null);
    expect(await store.list('audio')).toHaveLength(before);
    expect((await send(recording)).status).toBe(200);
  });

  test('is logged without key and secret if it refuses the key', async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'not-the-right-one-0123456789';
    const refused = createStore({
      STORAGE_DIR: server.deps.config.STORAGE_DIR,
      STORAGE_S3: settingsFor(s3.newLocation(proxy.url)).STORAGE_S3,
    });
    const behind = await createTestServer({
      deps: { store: refused, logger: server.deps.logger },
    });
    expect((await fetch(behind.url + ADDRESS)).status).toBe(503);
    const ready = await fetch(`${behind.url}/readyz?strict`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ checks: { storage: 'failed' } });
    const failure = await refused.checkWritable().catch((error: unknown) => error);
    expect(describeStartFailure(failure, behind.deps.config)).toMatch(
      /^STORAGE_URL: the store cannot be written to \(.*\(HTTP 403\)\)\. Check its address/,
    );
    Object.assign(process.env, S3_KEYS);
    const said = log.join('');
    expect(said).toContain('(HTTP 403)');
    for (const secret of Object.values(S3_KEYS)) expect(said).not.toContain(secret);
    expect(said).not.toContain('not-the-right-one');
  });
});
