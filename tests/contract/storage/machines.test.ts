import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { maintain } from '#server/maintenance.ts';
import { PNG, wav } from '#tests/support/sample-files.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import {
  hasS3Server,
  S3_KEYS,
  type S3Server,
  startS3Server,
} from '#tests/support/servers/s3-server.ts';
import { createTusClient } from '#tests/support/servers/tus-client.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

// Two machines that share only the database and the store: an upload started on one finishes on the other.

const MIB = 1024 * 1024;
/** More than two parts in the store. */
const RECORDING = wav(2300);
/** More than one part. */
const SHORT = wav(1250);
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

describe.skipIf(!hasS3Server)('an upload to a store that several machines share', () => {
  let s3: S3Server;
  let first: TestServer;
  let second: TestServer;
  const clients = new Map<TestServer, ReturnType<typeof createTusClient>>();

  beforeAll(async () => {
    Object.assign(process.env, S3_KEYS);
    s3 = await startS3Server();
    const { STORAGE_S3 } = parseConfig({
      JWT_SECRET: 'only for this test, nowhere else',
      STORAGE_URL: s3.newLocation(),
    });
    first = await createTestServer({ config: { STORAGE_S3 } });
    second = await createTestServer({ config: { STORAGE_S3 }, deps: { db: first.deps.db } });
    for (const server of [first, second]) {
      clients.set(server, createTusClient(server, await fetchAdminToken(server)));
    }
  });
  afterAll(() => s3.stop());

  const tusOf = (server: TestServer) => {
    const client = clients.get(server);
    if (!client) throw new Error('There is no client for this server.');
    return client;
  };
  /** The same upload URL on the other machine. */
  const urlOn = (server: TestServer, address: string) => server.url + new URL(address).pathname;
  const incomingOf = (server: TestServer) => {
    const folder = join(server.deps.config.STORAGE_DIR, '.incoming');
    return readdirSync(folder);
  };
  const countStoredBytes = () => first.deps.store.countBytes();

  test('resumes at its current byte, part by part, and is complete', async () => {
    const address = await tusOf(first).begin('audio/Shared.wav', RECORDING.length);
    let offset = 0;
    for (const [server, bytes] of [
      [first, 3 * MIB],
      [second, 6 * MIB],
      [first, 1],
      [second, RECORDING.length],
    ] as const) {
      expect(await tusOf(server).offset(urlOn(server, address))).toBe(offset);
      const part = RECORDING.subarray(offset, offset + bytes);
      const answer = await tusOf(server).patch(urlOn(server, address), offset, part);
      expect(answer.status).toBe(204);
      offset += part.length;
    }
    for (const server of [first, second]) {
      const { stored } = await tusOf(server).state(urlOn(server, address));
      expect(stored).toMatchObject({ sha256: sha256(RECORDING), durationSeconds: 2300 });
      const back = await fetch(server.url + stored?.path);
      expect(sha256(Buffer.from(await back.arrayBuffer()))).toBe(sha256(RECORDING));
      expect(back.headers.get('content-type')).toBe('audio/wav');
      expect(incomingOf(server)).toEqual([]);
    }
    expect((await tusOf(second).remove(urlOn(second, address))).status).toBe(204);
    expect(await countStoredBytes()).toBe(RECORDING.length);
  });

  test('is extended by one of two simultaneous machines; the other is refused, and nothing is mixed', async () => {
    const address = await tusOf(first).begin('audio/both.wav', SHORT.length);
    const answers = await Promise.all([
      tusOf(first).patch(address, 0, SHORT.subarray(0, 9 * MIB)),
      tusOf(second).patch(urlOn(second, address), 0, SHORT.subarray(0, 9 * MIB)),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([
      [204, 409],
      [204, 423],
    ]).toContainEqual(statuses);
    expect(await tusOf(first).offset(address)).toBe(9 * MIB);
    await tusOf(first).patch(address, 9 * MIB, SHORT.subarray(9 * MIB));
    const { stored } = await tusOf(first).state(address);
    expect(stored?.sha256).toBe(sha256(SHORT));
    await tusOf(first).remove(address);
  });

  test('leaves nothing behind when refused, and accepts no byte beyond the announced size', async () => {
    const before = await countStoredBytes();
    const address = await tusOf(first).begin('audio/a.wav', SHORT.length);
    const surplus = await tusOf(first).patch(address, 0, Buffer.concat([SHORT, SHORT]));
    expect(surplus.status).toBe(413);
    expect(await tusOf(first).offset(address)).toBe(0);
    expect((await tusOf(first).remove(address)).status).toBe(204);

    const picture = await tusOf(first).begin('audio/picture.mp3', PNG.length);
    expect((await tusOf(second).patch(urlOn(second, picture), 0, PNG)).status).toBe(415);
    expect((await tusOf(first).head(picture)).status).toBe(404);
    expect(await countStoredBytes()).toBe(before);
  });

  test('is removed after three days if abandoned, and kept while in progress', async () => {
    const before = await countStoredBytes();
    const address = await tusOf(first).begin('audio/left.wav', SHORT.length);
    await tusOf(first).patch(address, 0, SHORT.subarray(0, 9 * MIB));
    await maintain(second.deps);
    expect(await tusOf(first).offset(address)).toBe(9 * MIB);
    second.clock.advance(4 * 24 * 3_600_000);
    await maintain(second.deps);
    expect((await tusOf(first).head(address)).status).toBe(404);
    // Only the record of unused files is added; no 8 MiB part is left.
    expect(await countStoredBytes()).toBeLessThan(before + MIB);
  });
});
