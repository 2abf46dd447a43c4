import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mp3 } from '#tests/support/sample-files.ts';
import { type RunningProcess, startProcess } from '#tests/support/servers/child-process.ts';
import { fetchAdminToken, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { CAN_MOUNT, mountSmallDisk, type SmallDisk } from '#tests/support/servers/small-disk.ts';
import {
  createDataDir,
  environmentOf,
  SERVER_ENTRY,
  startFromSource,
} from '#tests/support/servers/source-server.ts';
import { createTusClient } from '#tests/support/servers/tus-client.ts';

const clientOf = async (server: RunningProcess) =>
  createTusClient(server, await fetchAdminToken(server));

const list = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test('a server killed during an upload resumes at the same byte, even with a different number of workers', async () => {
  const dataDir = await createDataDir();
  const recording = mp3(4000);
  const first = await startFromSource({ DATA_DIR: dataDir, WEB_CONCURRENCY: '2' });
  const tus = await clientOf(first);
  const address = await tus.begin('audio/long.mp3', recording.length);
  await tus.patch(address, 0, recording.subarray(0, 300_000));
  const part = join(dataDir, 'storage/.incoming', address.split('/').at(-1) ?? '');
  await tus.cut(address, {
    offset: 300_000,
    body: recording.subarray(300_000),
    bytes: 200_000,
    shouldCut: () => statSync(part).size === 500_000,
  });
  await first.stop('SIGKILL');

  const second = await startFromSource({ DATA_DIR: dataDir, PORT: '0' });
  const again = await clientOf(second);
  const there = address.replace(first.url, second.url);
  const offset = await again.offset(there);
  expect(offset).toBe(500_000);
  expect(list(join(dataDir, 'storage/audio'))).toEqual([]);
  expect((await again.patch(there, offset, recording.subarray(offset))).status).toBe(204);
  const { stored } = await again.state(there);
  const back = await fetch(second.url + stored?.path);
  expect(Buffer.from(await back.arrayBuffer())).toEqual(recording);
  await again.remove(there);
  expect(list(join(dataDir, 'storage/.incoming'))).toEqual([]);
}, 60_000);

describe.skipIf(!CAN_MOUNT)('a full disk', () => {
  let server: RunningProcess;
  let disk: SmallDisk;
  let tus: Awaited<ReturnType<typeof clientOf>>;
  beforeAll(async () => {
    disk = mountSmallDisk(8 * 1024 * 1024);
    const STORAGE_URL = pathToFileURL(disk.folder).href;
    const settings = { DATA_DIR: await createDataDir(), STORAGE_URL };
    server = await startProcess(process.execPath, [SERVER_ENTRY], environmentOf(settings));
    tus = await clientOf(server);
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    disk.remove();
  });
  afterEach(() => disk.makeRoom());

  test('is reported before the first byte, with the missing space', async () => {
    const answer = await tus.create('audio/large.mp3', 20_000_000);
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/too little room for this file: 1[23] MB are missing/),
    });
    expect(list(join(disk.folder, '.incoming'))).toEqual([]);
  });

  test('is reported to the second of two uploads when only one fits, the reserve stays free, and the second can wait for room', async () => {
    const recording = mp3(12_000);
    const first = await tus.begin('audio/first.mp3', recording.length);
    const second = await tus.begin('audio/second.mp3', recording.length);
    expect((await tus.patch(first, 0, recording.subarray(0, -1000))).status).toBe(204);
    // This part would fit, but only into the reserve.
    const answer = await tus.patch(second, 0, recording.subarray(0, 3_100_000));
    expect([answer.status, await answer.json()]).toMatchObject([507, { code: 'disk_full' }]);
    const { bavail, blocks } = statfsSync(disk.folder);
    expect(bavail / blocks).toBeGreaterThan(0.05);
    await tus.remove(first);
    expect((await tus.patch(second, 0, recording.subarray(0, -1000))).status).toBe(204);
    await tus.remove(second);
    expect(list(join(disk.folder, '.incoming'))).toEqual([]);
  });

  test('is reported to one of two large parts that are sent at the same time, before it writes', async () => {
    const recording = mp3(12_000).subarray(0, -1000);
    const addresses = [
      await tus.begin('audio/first.mp3', recording.length + 1000),
      await tus.begin('audio/second.mp3', recording.length + 1000),
    ];
    const answers = await Promise.all(addresses.map((one) => tus.patch(one, 0, recording)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 507]);
    const offsets = await Promise.all(addresses.map((one) => tus.offset(one)));
    expect(offsets.toSorted((one, other) => one - other)).toEqual([0, recording.length]);
    for (const address of addresses) await tus.remove(address);
  });

  test('is reported in the middle of an upload, which resumes when there is room; playback continues', async () => {
    const heard = mp3(100);
    const first = await tus.begin('audio/heard.mp3', heard.length);
    await tus.patch(first, 0, heard);
    const { stored } = await tus.state(first);
    await tus.remove(first);

    const recording = mp3(8000);
    const address = await tus.begin('audio/unlucky.mp3', recording.length);
    await tus.patch(address, 0, recording.subarray(0, 1_000_000));
    disk.fill();
    const answer = await tus.patch(address, 1_000_000, recording.subarray(1_000_000));
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/: 3 MB are missing\. Make room and try again/),
    });
    expect(list(join(disk.folder, 'audio'))).toEqual([stored?.name]);
    const back = await fetch(server.url + stored?.path);
    expect(Buffer.from(await back.arrayBuffer())).toEqual(heard);

    disk.makeRoom();
    const rest = recording.subarray(await tus.offset(address));
    expect(rest.length).toBe(recording.length - 1_000_000);
    expect((await tus.patch(address, 1_000_000, rest)).status).toBe(204);
    await tus.remove(address);
    expect(list(join(disk.folder, '.incoming'))).toEqual([]);
  });

  test('is reported in the middle of an upload in one request', async () => {
    const asAdmin = await signInAsAdmin(server);
    disk.fill();
    const answer = await asAdmin('/storage/v1/object/audio/a.mp3', {
      method: 'POST',
      body: new Uint8Array(mp3(100)),
    });
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ code: 'disk_full' });
    expect(list(join(disk.folder, '.incoming'))).toEqual([]);
  });
});
