import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { RESUMABLE_LIFE_MS } from '#contract/calls/resumable-upload.ts';
import { LIMITS } from '#contract/words/limits.ts';
import { maintain } from '#server/maintenance.ts';
import { createTestServer, type TestServer } from '#tests/support/create-test-server.ts';
import { mp3, PNG, wav } from '#tests/support/sample-files.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';
import { createTusClient } from '#tests/support/tus-client.ts';

let server: TestServer;
let tus: ReturnType<typeof createTusClient>;
beforeAll(async () => {
  server = await createTestServer();
  tus = createTusClient(server, await fetchAdminToken(server));
});

const filesIn = (folder: string) => {
  const path = join(server.deps.config.STORAGE_DIR, folder);
  return existsSync(path) ? readdirSync(path) : [];
};
/** Bytes on the disk, which is how a test knows that the server has read them. */
const arrived = (address: string) =>
  statSync(join(server.deps.config.STORAGE_DIR, '.incoming', `${address.split('/').at(-1)}.part`))
    .size;
const leftovers = () => filesIn('.incoming');
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/** What every refusal owes to the person who sent the file. */
async function expectRefusal(answer: Response, status: number, words: RegExp) {
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({
    code: expect.any(String),
    message: expect.stringMatching(words),
  });
}

const RECORDING = mp3(2400);

describe('a line that is cut', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'after %i tenths: what arrived counts, and the rest makes the file whole',
    async (tenth) => {
      // Each with a length of its own, so that no two are the same file.
      const recording = mp3(2400 + tenth);
      const address = await tus.begin(`audio/cut-${tenth}.mp3`, recording.length);
      const bytes = Math.floor((recording.length * tenth) / 10) - 1;
      await tus.cut(address, { body: recording, bytes, isTime: () => arrived(address) >= bytes });
      expect(await tus.offset(address)).toBe(bytes);
      expect(filesIn('audio').filter((name) => name.startsWith(`cut-${tenth}-`))).toEqual([]);

      expect((await tus.patch(address, bytes, recording.subarray(bytes))).status).toBe(204);
      const { stored } = await tus.state(address);
      expect(stored).toMatchObject({ bytes: recording.length, sha256: sha256(recording) });
      const back = await fetch(server.url + stored?.path);
      expect(Buffer.from(await back.arrayBuffer())).toEqual(recording);
      expect((await tus.remove(address)).status).toBe(204);
      expect(leftovers()).toEqual([]);
    },
  );

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'after %i tenths and given up: nothing stays',
    async (tenth) => {
      const before = filesIn('audio');
      const address = await tus.begin(`audio/given-up-${tenth}.mp3`, RECORDING.length);
      const bytes = Math.floor((RECORDING.length * tenth) / 10);
      await tus.cut(address, { body: RECORDING, bytes, isTime: () => arrived(address) >= bytes });
      expect((await tus.remove(address)).status).toBe(204);
      expect((await tus.head(address)).status).toBe(404);
      expect(leftovers()).toEqual([]);
      expect(filesIn('audio')).toEqual(before);
    },
  );

  test('and never comes back: the parts go after a day, and the sender is told', async () => {
    const address = await tus.begin('audio/forgotten.mp3', RECORDING.length);
    await tus.patch(address, 0, RECORDING.subarray(0, 5000));
    server.clock.advance(RESUMABLE_LIFE_MS + 1000);
    const tomorrow = createTusClient(server, await fetchAdminToken(server));
    await expectRefusal(await tomorrow.patch(address, 5000, RECORDING.subarray(5000)), 410, /left/);
    await maintain(server.deps);
    expect((await tomorrow.head(address)).status).toBe(404);
    expect(leftovers()).toEqual([]);
    server.clock.advance(-RESUMABLE_LIFE_MS - 1000);
  });
});

describe('the protocol', () => {
  test('is said to whoever asks', async () => {
    const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,expiration,checksum,termination',
      'tus-max-size': '524288000',
    });
  });

  test('tells another origin where the upload stands', async () => {
    const answer = await tus.create('audio/a.mp3', 10);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
    expect(answer.headers.get('upload-offset')).toBe('0');
    expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    await tus.remove(new URL(answer.headers.get('location') ?? '', server.url).href);
  });

  test('takes a part only at the end of what is there', async () => {
    const address = await tus.begin('audio/a.mp3', RECORDING.length);
    await tus.patch(address, 0, RECORDING.subarray(0, 1000));
    for (const wrong of [0, 999, 1001]) {
      const answer = await tus.patch(address, wrong, RECORDING.subarray(wrong, wrong + 10));
      expect(answer.headers.get('upload-offset')).toBe('1000');
      await expectRefusal(answer, 409, /stands at byte 1000/);
    }
    expect(await tus.offset(address)).toBe(1000);
    await tus.remove(address);
  });

  test('takes no byte more than was announced', async () => {
    const address = await tus.begin('audio/a.mp3', 100);
    await expectRefusal(await tus.patch(address, 0, mp3(1)), 413, /100 bytes/);
    expect(await tus.offset(address)).toBe(0);
    await tus.remove(address);
  });

  test('throws away a part that was changed on its way', async () => {
    const address = await tus.begin('audio/a.mp3', RECORDING.length);
    const part = RECORDING.subarray(0, 5000);
    const sum = (of: Buffer) => createHash('sha1').update(of).digest('base64');
    const changed = await tus.patch(address, 0, part, {
      'Upload-Checksum': `sha1 ${sum(RECORDING)}`,
    });
    await expectRefusal(changed, 460, /Send them again/);
    expect(await tus.offset(address)).toBe(0);
    const right = await tus.patch(address, 0, part, { 'Upload-Checksum': `sha1 ${sum(part)}` });
    expect(right.status).toBe(204);
    await tus.remove(address);
  });

  test.each([
    ['no length', 'audio/a.mp3', '', {}, 400],
    ['an empty file', 'audio/a.mp3', 0, {}, 400],
    ['more than the limit', 'audio/a.mp3', LIMITS.resumableBytes + 1, {}, 413],
    ['another bucket', 'secrets/a.mp3', 10, {}, 400],
    ['a name that climbs', 'audio/../../a.mp3', 10, {}, 400],
    ['another version', 'audio/a.mp3', 10, { 'Tus-Resumable': '0.2.2' }, 412],
  ])('refuses to begin with %s', async (_, name, length, headers, status) => {
    await expectRefusal(await tus.create(name, length, headers), status, /./);
    expect(leftovers()).toEqual([]);
  });

  test('refuses parts that are not what they should be', async () => {
    const address = await tus.begin('audio/a.mp3', 1000);
    const part = mp3(1);
    await expectRefusal(
      await tus.patch(address, 0, part, { 'Content-Type': 'audio/mpeg' }),
      415,
      /offset/,
    );
    await expectRefusal(
      await tus.patch(address, 0, part, { 'Upload-Offset': '-1' }),
      400,
      /whole number/,
    );
    await expectRefusal(
      await tus.patch(address, 0, part, { 'Upload-Checksum': 'md5 AAAA' }),
      400,
      /sha1/,
    );
    expect((await tus.patch(`${address}x`, 0, part)).status).toBe(404);
    expect((await tus.patch(address.replace(/upl_.*/, '..%2f..%2fjwt'), 0, part)).status).toBe(404);
    expect(await tus.offset(address)).toBe(0);
    await tus.remove(address);
  });

  test('is for the admin alone', async () => {
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

describe('a file that is not sound is refused at its last byte, and leaves nothing:', () => {
  test.each([
    [
      'a letter with the name of a recording',
      'audio/a.mp3',
      Buffer.from('Dear reader, '),
      415,
      /none of: mp3, m4a, wav, flac, ogg, aiff/,
    ],
    ['a picture among the recordings', 'audio/a.mp3', PNG, 415, /none of/],
    [
      'an MP3 that breaks off',
      'audio/a.mp3',
      mp3(100).subarray(0, -50),
      422,
      /damaged: the last moment/,
    ],
    ['a wav without its end', 'audio/a.wav', wav(2).subarray(0, 9000), 422, /its end is missing/],
  ])('%s', async (_, name, body, status, words) => {
    const before = filesIn('audio');
    const address = await tus.begin(name, body.length);
    await tus.patch(address, 0, body.subarray(0, 5));
    await expectRefusal(await tus.patch(address, 5, body.subarray(5)), status, words);
    expect((await tus.head(address)).status).toBe(404);
    expect(leftovers()).toEqual([]);
    expect(filesIn('audio')).toEqual(before);
  });

  test('but a recording with the wrong ending is stored under the right one', async () => {
    const body = wav(3);
    const address = await tus.begin('audio/lullaby.mp3', body.length);
    await tus.patch(address, 0, body);
    const { stored } = await tus.state(address);
    expect(stored).toMatchObject({ contentType: 'audio/wav', durationSeconds: 3 });
    expect(stored?.name).toMatch(/^lullaby-[0-9a-f]{16}\.wav$/);
    await tus.remove(address);
  });
});

describe('two at once', () => {
  test('to the same upload: one adds, the other is told where it stands', async () => {
    for (let round = 0; round < 5; round += 1) {
      const recording = mp3(3000 + round);
      const address = await tus.begin('audio/both.mp3', recording.length);
      const answers = await Promise.all([
        tus.patch(address, 0, recording),
        tus.patch(address, 0, Buffer.alloc(recording.length, 1)).then((answer) => answer),
      ]);
      const statuses = answers.map(({ status }) => status);
      // The one with rubbish may have been first: then the file was refused and is gone.
      expect([
        [204, 409],
        [204, 423],
        [404, 415],
      ]).toContainEqual(statuses.toSorted());
      const whole = statuses[0] === 204 ? (await tus.state(address)).stored?.sha256 : undefined;
      expect(whole).toBe(statuses[0] === 204 ? sha256(recording) : undefined);
      await tus.remove(address);
    }
    expect(leftovers()).toEqual([]);
  });

  test('a second one while the first is still sending waits for a moment and is then told', async () => {
    const address = await tus.begin('audio/slow.mp3', RECORDING.length);
    let isTime = false;
    const slow = tus.cut(address, { body: RECORDING, bytes: 1000, isTime: () => isTime });
    await expect.poll(() => leftovers().some((name) => name.endsWith('.lock'))).toBe(true);
    await expectRefusal(await tus.patch(address, 0, RECORDING), 423, /Another request/);
    isTime = true;
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

test('a stored file can be read by the web server beside us', async () => {
  const recording = mp3(50);
  const address = await tus.begin('audio/readable.mp3', recording.length);
  await tus.patch(address, 0, recording);
  const { stored } = await tus.state(address);
  const file = join(server.deps.config.STORAGE_DIR, 'audio', stored?.name ?? '');
  expect(statSync(file).mode & 0o777).toBe(0o644);
  await tus.remove(address);
});
