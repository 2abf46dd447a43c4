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
  let onFirst: ReturnType<typeof createTusClient>;
  let onSecond: ReturnType<typeof createTusClient>;

  beforeAll(async () => {
    Object.assign(process.env, S3_KEYS);
    s3 = await startS3Server();
    const { STORAGE_S3 } = parseConfig({
      JWT_SECRET: 'only for this test, nowhere else',
      STORAGE_URL: s3.newLocation(),
    });
    first = await createTestServer({ config: { STORAGE_S3 } });
    second = await createTestServer({ config: { STORAGE_S3 }, deps: { db: first.deps.db } });
    onFirst = createTusClient(first, await fetchAdminToken(first));
    onSecond = createTusClient(second, await fetchAdminToken(second));
  });
  afterAll(() => s3.stop());

  /** The same upload URL on the other machine. */
  const urlOn = (server: TestServer, address: string) => server.url + new URL(address).pathname;
  const countStoredBytes = () => first.deps.store.countBytes();

  test('resumes at its current byte, part by part, and is complete', async () => {
    const address = await onFirst.begin('audio/Shared.wav', RECORDING.length);
    const there = urlOn(second, address);
    let offset = 0;
    for (const [tus, url, bytes] of [
      [onFirst, address, 3 * MIB],
      [onSecond, there, 6 * MIB],
      [onFirst, address, 1],
      [onSecond, there, RECORDING.length],
    ] as const) {
      expect(await tus.offset(url)).toBe(offset);
      const part = RECORDING.subarray(offset, offset + bytes);
      expect((await tus.patch(url, offset, part)).status).toBe(204);
      offset += part.length;
    }
    for (const [tus, url, server] of [
      [onFirst, address, first],
      [onSecond, there, second],
    ] as const) {
      const { stored } = await tus.state(url);
      expect(stored).toMatchObject({ sha256: sha256(RECORDING), durationSeconds: 2300 });
      const back = await fetch(server.url + stored?.path);
      expect(sha256(Buffer.from(await back.arrayBuffer()))).toBe(sha256(RECORDING));
      expect(back.headers.get('content-type')).toBe('audio/wav');
      expect(readdirSync(join(server.deps.config.STORAGE_DIR, '.incoming'))).toEqual([]);
    }
    expect((await onSecond.remove(there)).status).toBe(204);
    expect(await countStoredBytes()).toBe(RECORDING.length);
  });

  test('is extended by one of two simultaneous machines; the other is refused, and nothing is mixed', async () => {
    const address = await onFirst.begin('audio/both.wav', SHORT.length);
    const answers = await Promise.all([
      onFirst.patch(address, 0, SHORT.subarray(0, 9 * MIB)),
      onSecond.patch(urlOn(second, address), 0, SHORT.subarray(0, 9 * MIB)),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([
      [204, 409],
      [204, 423],
    ]).toContainEqual(statuses);
    expect(await onFirst.offset(address)).toBe(9 * MIB);
    await onFirst.patch(address, 9 * MIB, SHORT.subarray(9 * MIB));
    const { stored } = await onFirst.state(address);
    expect(stored?.sha256).toBe(sha256(SHORT));
    await onFirst.remove(address);
  });

  test('leaves nothing behind when refused, and accepts no byte beyond the announced size', async () => {
    const before = await countStoredBytes();
    const address = await onFirst.begin('audio/a.wav', SHORT.length);
    const surplus = await onFirst.patch(address, 0, Buffer.concat([SHORT, SHORT]));
    expect(surplus.status).toBe(413);
    expect(await onFirst.offset(address)).toBe(0);
    expect((await onFirst.remove(address)).status).toBe(204);

    const picture = await onFirst.begin('audio/picture.mp3', PNG.length);
    expect((await onSecond.patch(urlOn(second, picture), 0, PNG)).status).toBe(415);
    expect((await onFirst.head(picture)).status).toBe(404);
    expect(await countStoredBytes()).toBe(before);
  });

  test('is removed after three days if abandoned, and kept while in progress', async () => {
    const before = await countStoredBytes();
    const address = await onFirst.begin('audio/left.wav', SHORT.length);
    await onFirst.patch(address, 0, SHORT.subarray(0, 9 * MIB));
    await maintain(second.deps);
    expect(await onFirst.offset(address)).toBe(9 * MIB);
    second.clock.advance(4 * 24 * 3_600_000);
    await maintain(second.deps);
    expect((await onFirst.head(address)).status).toBe(404);
    // Only the record of unused files is added; no 8 MiB part is left.
    expect(await countStoredBytes()).toBeLessThan(before + MIB);
  });
});
