import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { storedObjectSchema } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { inspectFile } from '#server/modules/storage/inspection/inspect-file.ts';
import { encodeTone } from '#tests/support/listening/sound-formats.ts';
import { mp3, PNG, wav } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const server = await createTestServer();
const admin = await fetchAdminToken(server);

const upload = (path: string, body: Buffer | string, bearer = admin) =>
  uploadFile(server, bearer, path, body, { 'x-upsert': 'true' });

const JPEG = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
  .jpeg()
  .toBuffer();
const m4a = await stripped(encodeTone('x.m4a', ['-c:a', 'aac'], { seconds: 3 }));
const opus = await stripped(encodeTone('x.opus', ['-c:a', 'libopus'], { seconds: 2 }));

/** Without the encoder's name, which is not stored. */
async function stripped(body: Buffer): Promise<Buffer> {
  const path = join(mkdtempSync(join(tmpdir(), 'cradlesong-upload-')), 'file');
  writeFileSync(path, body);
  await inspectFile(path, 'audio');
  return readFileSync(path);
}

const leftovers = () => {
  const folder = join(server.deps.config.STORAGE_DIR, '.incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('the admin stores', () => {
  test.each([
    ['audio/Morning Prayer.MP3', mp3(100), 'mp3', 'audio/mpeg', (100 * 1152) / 44_100],
    ['audio/x.wav', wav(3), 'wav', 'audio/wav', 3],
    ['audio/x.m4a', m4a, 'm4a', 'audio/mp4', 3],
    ['audio/x.opus', opus, 'ogg', 'audio/ogg', 2],
    ['images/cover', PNG, 'png', 'image/png', null],
    ['images/cover.gif', JPEG, 'jpg', 'image/jpeg', null],
  ])('%s under a name with its content hash', async (path, body, extension, type, seconds) => {
    const answer = await upload(path.replaceAll(' ', '-'), body);
    expect(answer.status).toBe(200);
    const stored = storedObjectSchema.parse(await answer.json());
    const sha256 = createHash('sha256').update(body).digest('hex');
    expect(stored).toMatchObject({ contentType: type, bytes: body.length, sha256 });
    expect(stored.name).toMatch(new RegExp(`^[a-z-]+-${sha256.slice(0, 16)}\\.${extension}$`));
    if (seconds === null) expect(stored.durationSeconds).toBeNull();
    else expect(stored.durationSeconds).toBeCloseTo(seconds, 1);
    const back = await fetch(server.url + stored.path);
    expect(back.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await back.arrayBuffer())).toEqual(body);
    expect(leftovers()).toEqual([]);
  });
});

describe('an upload is refused, and leaves nothing behind:', () => {
  test.each([
    ['a program named as a recording', 'audio/a.mp3', '#!/bin/sh\nrm -rf /', 415],
    ['an HTML page named as a picture', 'images/a.png', '<html><script>1</script>', 415],
    ['an SVG, which may contain scripts', 'images/a.svg', '<svg onload="x()"/>', 415],
    ['a picture in the bucket for recordings', 'audio/a.mp3', PNG, 415],
    ['a recording in the bucket for pictures', 'images/a.png', mp3(3), 415],
    ['an empty file', 'audio/a.mp3', '', 400],
    ['a truncated WAV', 'audio/a.wav', wav(2).subarray(0, 9000), 422],
    ['an Ogg without audio', 'audio/a.ogg', `OggS${'a letter of many words'.repeat(9)}`, 422],
    ['a truncated FLAC', 'audio/a.flac', `fLaC\0\0\0\u0022${'\u0001'.repeat(60)}`, 422],
    ['a truncated AIFF', 'audio/a.aiff', 'FORM\0\0\u0010\0AIFFSSND\0\0\u0010\0', 422],
    ['a truncated picture', 'images/a.png', PNG.subarray(0, -5), 422],
    ['a picture with a flipped bit', 'images/a.png', PNG.with(45, 1), 422],
    ['an unknown bucket', 'secrets/a.mp3', mp3(3), 404],
    ['a path traversal', 'audio/..%2f..%2fa.mp3', mp3(3), 400],
  ])('%s', async (_, path, body, status) => {
    const answer = await upload(path, Buffer.from(body));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
    });
    expect(leftovers()).toEqual([]);
  });

  test('a file above the size limit, with an error for the client', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${server.url}/storage/v1/object/audio/a.mp3`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, 'x-upsert': 'true' },
      });
      outgoing.on('response', (response) => {
        resolve(response.statusCode);
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      const send = (left: number) => {
        if (left === 0) return;
        outgoing.write(chunk, () => send(left - 1));
      };
      send(LIMITS.uploadBytes / chunk.length + 2);
    });
    expect(answer).toBe(413);
    await expect.poll(leftovers).toEqual([]);
  });

  test('a file whose client disconnects in the middle', async () => {
    const outgoing = request(`${server.url}/storage/v1/object/audio/a.mp3`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'x-upsert': 'true', 'content-length': '100000' },
    });
    outgoing.on('error', () => undefined);
    outgoing.write(mp3(3));
    await expect.poll(() => leftovers().length).toBe(1);
    outgoing.destroy();
    await expect.poll(leftovers).toEqual([]);
  });
});
