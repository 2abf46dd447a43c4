import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RESUMABLE_LIFE_MS } from '#contract/calls/resumable-upload.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { maintain } from '#server/maintenance.ts';
import { mp3, PNG, wav } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { createTusClient } from '#tests/support/servers/tus-client.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const server = await createTestServer();
const tus = createTusClient(server, await fetchAdminToken(server));

const filesIn = (folder: string) => {
  const path = join(server.deps.config.STORAGE_DIR, folder);
  return existsSync(path) ? readdirSync(path) : [];
};
/** Bytes on disk, which show how much the server has read. */
const arrived = (address: string) =>
  statSync(join(server.deps.config.STORAGE_DIR, '.incoming', address.split('/').at(-1) ?? '')).size;
const leftovers = () => filesIn('.incoming');
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/** Checks every refusal's status and message. */
async function expectRefusal(answer: Response, status: number, words: RegExp) {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toMatchObject({
    code: expect.any(String),
    message: expect.stringMatching(words),
  });
}

const RECORDING = mp3(2400);

describe('a dropped connection', () => {
  test.each([1, 10])(
    'after %i/10 of a file keeps the bytes that arrived; the rest completes the file, which a web server on the same machine can read',
    async (tenth) => {
      // Different lengths, so that no two files are the same.
      const recording = mp3(2400 + tenth);
      const address = await tus.begin(`audio/cut-${tenth}.mp3`, recording.length);
      const bytes = Math.floor((recording.length * tenth) / 10) - 1;
      await tus.cut(address, {
        body: recording,
        bytes,
        shouldCut: () => arrived(address) >= bytes,
      });
      expect(await tus.offset(address)).toBe(bytes);
      expect(filesIn('audio').filter((name) => name.startsWith(`cut-${tenth}-`))).toEqual([]);

      expect((await tus.patch(address, bytes, recording.subarray(bytes))).status).toBe(204);
      const { stored } = await tus.state(address);
      expect(stored).toMatchObject({ bytes: recording.length, sha256: sha256(recording) });
      const back = await fetch(server.url + stored?.path);
      expect(Buffer.from(await back.arrayBuffer())).toEqual(recording);
      const file = join(server.deps.config.STORAGE_DIR, 'audio', stored?.name ?? '');
      expect(statSync(file).mode & 0o777).toBe(0o644);
      expect((await tus.remove(address)).status).toBe(204);
      expect(leftovers()).toEqual([]);
    },
  );

  test('ends the reservation of space for the part that was being sent', async () => {
    const address = await tus.begin('audio/cut.mp3', RECORDING.length);
    const cut = { body: RECORDING, bytes: 1000, shouldCut: () => arrived(address) >= 1000 };
    await tus.cut(address, cut);
    const rest = RECORDING.subarray(await tus.offset(address));
    const missingBytes = vi.spyOn(server.deps.store.resumable, 'missingBytes').mockClear();
    expect((await tus.patch(address, 1000, rest)).status).toBe(204);
    expect(missingBytes.mock.calls).toEqual([[rest.length]]);
    await tus.remove(address);
  });

  test('that is never resumed ends in an expired upload, whose parts are removed after three days', async () => {
    const address = await tus.begin('audio/forgotten.mp3', RECORDING.length);
    await tus.patch(address, 0, RECORDING.subarray(0, 5000));
    const state = join(server.deps.store.incoming, `${address.split('/').at(-1)}.json`);
    const upload = JSON.parse(readFileSync(state, 'utf8'));
    const began = new Date(Date.now() - RESUMABLE_LIFE_MS - 1000).toISOString();
    writeFileSync(state, JSON.stringify({ ...upload, creation_date: began }));
    await expectRefusal(await tus.patch(address, 5000, RECORDING.subarray(5000)), 410, /left/);
    server.clock.advance(RESUMABLE_LIFE_MS + 1000);
    await maintain(server.deps);
    server.clock.advance(-RESUMABLE_LIFE_MS - 1000);
    expect((await tus.head(address)).status).toBe(404);
    expect(leftovers()).toEqual([]);
  });
});

test('if there was no room for an upload, or its result could not be stored, a repeated request completes it', async () => {
  const { session, user } = await signUp(server);
  const own = createTusClient(server, session.access_token);
  const metadata = { bucketName: 'avatars', objectName: `${user.id}/me.png` };
  const begun = await own.create('', PNG.length, {
    'Upload-Metadata': Object.entries(metadata)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(),
  });
  const address = new URL(begun.headers.get('location') ?? '', server.url).href;
  const { resumable } = server.deps.store;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  vi.spyOn(resumable, 'copy').mockRejectedValueOnce(full);
  expect((await own.patch(address, 0, PNG)).status).toBe(507);
  vi.spyOn(resumable, 'writeResult').mockRejectedValueOnce(new Error('killed'));
  expect((await own.patch(address, PNG.length, Buffer.of())).status).toBe(503);
  expect((await own.patch(address, PNG.length, Buffer.of())).status).toBe(204);
  expect(filesIn('avatars')).toHaveLength(1);
  await own.remove(address);
});

describe('the protocol', () => {
  test('lists its version, extensions and maximum size', async () => {
    const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': '524288000',
    });
  });

  test('exposes the offset to another origin, and sets an expiry', async () => {
    const answer = await tus.create('audio/a.mp3', 10);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
    expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    await tus.remove(new URL(answer.headers.get('location') ?? '', server.url).href);
  });

  test('accepts a part only at the current offset, and no byte beyond the announced size', async () => {
    const address = await tus.begin('audio/a.mp3', RECORDING.length);
    await tus.patch(address, 0, RECORDING.subarray(0, 1000));
    for (const wrong of [0, 999, 1001]) {
      const answer = await tus.patch(address, wrong, RECORDING.subarray(wrong, wrong + 10));
      await expectRefusal(answer, 409, /offset/i);
    }
    await expectRefusal(await tus.patch(address, 1000, RECORDING), 413, /more bytes/);
    expect(await tus.offset(address)).toBe(1000);
    expect((await tus.remove(address)).status).toBe(204);
    expect((await tus.head(address)).status).toBe(404);
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ['an empty file', 'audio/a.mp3', 0, {}, 400],
    ['more than the limit', 'audio/a.mp3', LIMITS.resumableBytes + 1, {}, 413],
    ['another bucket', 'secrets/a.mp3', 10, {}, 400],
    ['a path traversal', 'audio/../../a.mp3', 10, {}, 400],
    ['an invalid length', 'audio/a.mp3', '1.5', {}, 400],
    ['a part of a file', 'audio/a.mp3', 10, { 'Upload-Concat': 'partial' }, 400],
    ['another version', 'audio/a.mp3', 10, { 'Tus-Resumable': '0.2.2' }, 412],
  ])('refuses to begin with %s', async (_, name, length, headers, status) => {
    await expectRefusal(await tus.create(name, length, headers), status, /./);
    expect(leftovers()).toEqual([]);
  });

  test('reserves no more space for a part than its upload needs', async () => {
    const small = await tus.begin('audio/small.mp3', 1000);
    const other = await tus.begin('audio/other.mp3', 10);
    const missingBytes = vi.spyOn(server.deps.store.resumable, 'missingBytes').mockClear();
    const { promise: checked, resolve: finishCheck } = Promise.withResolvers<number>();
    missingBytes.mockReturnValueOnce(checked);
    const tooLong = tus.patch(small, 0, RECORDING.subarray(0, 5000));
    await vi.waitFor(() => expect(missingBytes).toHaveBeenCalledOnce());
    expect((await tus.patch(other, 0, RECORDING.subarray(0, 5))).status).toBe(204);
    expect(missingBytes).toHaveBeenLastCalledWith(10 + 1000);
    finishCheck(0);
    await expectRefusal(await tooLong, 413, /more bytes/);
    for (const address of [small, other]) await tus.remove(address);
  });

  test('refuses invalid parts', async () => {
    const address = await tus.begin('audio/a.mp3', 1000);
    const part = mp3(1);
    for (const header of [
      { 'Content-Type': 'audio/mpeg' },
      { 'Upload-Offset': '-1' },
      { 'Upload-Offset': 'x' },
    ]) {
      await expectRefusal(await tus.patch(address, 0, part, header), 400, /^Invalid /);
    }
    expect((await tus.patch(`${address}x`, 0, part)).status).toBe(404);
    expect(
      (await tus.patch(address.replace(/[0-9a-f]{32}$/, '..%2f..%2fjwt'), 0, part)).status,
    ).toBe(404);
    expect(await tus.offset(address)).toBe(0);
    await tus.remove(address);
  });

  test('is only for the admin', async () => {
    const address = await tus.begin('audio/a.mp3', 1000);
    const { session } = await signUp(server);
    for (const [token, status] of [
      [server.deps.config.ANON_KEY, 401],
      [session.access_token, 403],
      ['a.b.c', 401],
    ] as const) {
      const other = createTusClient(server, token);
      expect((await other.create('audio/a.mp3', 10)).status).toBe(status);
      expect((await other.head(address)).status).toBe(status);
      expect((await other.patch(address, 0, mp3(1))).status).toBe(status);
      expect((await other.remove(address)).status).toBe(status);
    }
    expect(await tus.offset(address)).toBe(0);
    await tus.remove(address);
    expect(leftovers()).toEqual([]);
  });
});

describe('an invalid file is refused at its last byte, also at a second attempt, and leaves nothing behind:', () => {
  test.each([
    [
      'a text file named as a recording',
      'audio/a.mp3',
      Buffer.from('Dear reader, '),
      415,
      /none of: MP3, M4A, WAV, FLAC, Ogg, AIFF, AAC/,
    ],
    ['a truncated WAV', 'audio/a.wav', wav(2).subarray(0, 9000), 422, /its end is missing/],
  ])('%s', async (_, name, body, status, words) => {
    const before = filesIn('audio');
    for (const _ of [1, 2]) {
      const address = await tus.begin(name, body.length);
      await tus.patch(address, 0, body.subarray(0, 5));
      await expectRefusal(await tus.patch(address, 5, body.subarray(5)), status, words);
      expect((await tus.head(address)).status).toBe(404);
    }
    expect(leftovers()).toEqual([]);
    expect(filesIn('audio')).toEqual(before);
  });
});

describe('a server that died after the last byte', () => {
  const stopAfterLastByte = async (name: string, body: Buffer) => {
    const address = await tus.begin(name, body.length);
    await tus.patch(address, 0, body.subarray(0, -1));
    // The last byte arrived, but the upload was not completed.
    const part = join(server.deps.store.incoming, address.split('/').at(-1) ?? '');
    writeFileSync(part, body);
    return address;
  };

  test('stores the file when a client requests the offset', async () => {
    const body = mp3(321);
    const address = await stopAfterLastByte('audio/late.mp3', body);
    const answers = await Promise.all([tus.head(address), tus.head(address)]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('upload-offset')).toBe(String(body.length));
    }
    const { stored } = await tus.state(address);
    expect(stored?.sha256).toBe(sha256(body));
    expect(filesIn('audio').filter((name) => name.startsWith('late-'))).toHaveLength(1);
    await tus.remove(address);
  });

  test('refuses an invalid file when a client requests the offset', async () => {
    const address = await stopAfterLastByte('audio/a.mp3', Buffer.from('Dear reader, '));
    expect((await tus.head(address)).status).toBe(415);
    expect((await tus.head(address)).status).toBe(404);
    expect(leftovers()).toEqual([]);
  });
});

describe('after 15 seconds', () => {
  /** The server's limit of 15 seconds ends fifty times sooner. */
  const SPEED = 50;
  beforeEach(() => {
    const { setTimeout: limit } = ServerResponse.prototype;
    vi.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (
      this: ServerResponse,
      ms,
      act,
    ) {
      expect(ms).toBe(15_000);
      return limit.call(this, ms / SPEED, act);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test('a silent client is disconnected, and the bytes that arrived count', async () => {
    const address = await tus.begin('audio/silent.mp3', RECORDING.length);
    const began = performance.now();
    await tus.cut(address, { body: RECORDING, bytes: 1000, shouldCut: () => false });
    expect(performance.now() - began).toBeGreaterThan(14_000 / SPEED);
    expect(await tus.offset(address)).toBe(1000);
    await tus.remove(address);
  });

  test('a client still gets the answer, if the check of its complete file takes longer', async () => {
    const { resumable } = server.deps.store;
    const { copy } = resumable;
    vi.spyOn(resumable, 'copy').mockImplementationOnce(async (key) => {
      await sleep(2 * (15_000 / SPEED));
      return copy(key);
    });
    const address = await tus.begin('audio/checked.mp3', RECORDING.length);
    expect((await tus.patch(address, 0, RECORDING)).status).toBe(204);
    await tus.remove(address);
  });
});

describe('two simultaneous clients', () => {
  test('of the same upload: at most one is accepted, and their bytes are never mixed', async () => {
    for (let round = 0; round < 2; round += 1) {
      const recording = mp3(3000 + round);
      const address = await tus.begin('audio/both.mp3', recording.length);
      const answers = await Promise.all([
        tus.patch(address, 0, recording),
        tus.patch(address, 0, Buffer.alloc(recording.length, 1)),
      ]);
      const statuses = answers.map(({ status }) => status);
      // The corrupt bytes may have arrived first. In that case the file was refused and removed.
      expect([
        [204, 409],
        [204, 423],
        [404, 415],
        [409, 415],
      ]).toContainEqual(statuses.toSorted());
      const whole = statuses[0] === 204 ? (await tus.state(address)).stored?.sha256 : undefined;
      expect(whole).toBe(statuses[0] === 204 ? sha256(recording) : undefined);
      await tus.remove(address);
    }
    expect(leftovers()).toEqual([]);
  });

  test('of the same upload: the second is refused, and the bytes of the first count', async () => {
    const address = await tus.begin('audio/slow.mp3', RECORDING.length);
    let shouldCut = false;
    const slow = tus.cut(address, { body: RECORDING, bytes: 1000, shouldCut: () => shouldCut });
    await expect.poll(() => arrived(address)).toBe(1000);
    expect((await tus.patch(address, 0, RECORDING)).status).toBe(409);
    shouldCut = true;
    await slow;
    expect(await tus.offset(address)).toBe(1000);
    await tus.remove(address);
  });

  test('of the same file: it is stored once', async () => {
    const recording = mp3(777);
    const send = async () => {
      const address = await tus.begin('audio/same.mp3', recording.length);
      await tus.patch(address, 0, recording);
      const { stored } = await tus.state(address);
      await tus.remove(address);
      return stored?.name;
    };
    const [first, second] = await Promise.all([send(), send()]);
    expect(first).toBe(second);
    expect(filesIn('audio').filter((name) => name.startsWith('same-'))).toHaveLength(1);
    expect(leftovers()).toEqual([]);
  });
});
