import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findBackupTarget } from '#server/modules/backups/full-backup-target.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { requestRaw } from '#tests/support/servers/http-client.ts';

const HASH = '0123456789abcdef';
const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
const ADDRESSED = `/storage/v1/object/public/audio/calm-${HASH}.mp3`;

const server = await createTestServer();
const { STORAGE_DIR, DATA_DIR } = server.deps.config;
for (const folder of ['audio/deep', 'images']) {
  mkdirSync(join(STORAGE_DIR, folder), { recursive: true });
}
writeFileSync(join(STORAGE_DIR, `audio/calm-${HASH}.mp3`), BYTES);
writeFileSync(join(STORAGE_DIR, 'audio/deep/plain.m4a'), BYTES);
writeFileSync(join(STORAGE_DIR, 'audio/empty.mp3'), '');
writeFileSync(join(STORAGE_DIR, 'images/cover.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(DATA_DIR, 'secret.mp3'), 'not for you');

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method });

describe('a recording', () => {
  test('is served completely, with its type, length and a strong ETag, and cached for ever', async () => {
    const answer = await get(ADDRESSED);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      etag: `"${HASH}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES);
  });

  test('is revalidated each time if its name has no content hash', async () => {
    const answer = await get('/storage/v1/object/public/audio/deep/plain.m4a');
    expect(answer.headers.get('content-type')).toBe('audio/mp4');
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
  });

  test('answers HEAD with the same headers and no body', async () => {
    const answer = await get(ADDRESSED, {}, 'HEAD');
    expect(answer.headers.get('content-length')).toBe('1000');
    expect(await answer.text()).toBe('');
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=990-2000', 990, 999],
    ['bytes=999-999', 999, 999],
    ['bytes=5-9', 5, 9],
  ])('has exactly the bytes of the range %s', async (range, start, end) => {
    const answer = await get(ADDRESSED, { range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES.subarray(start, end + 1));
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
    'refuses the range %s with its total length',
    async (range) => {
      const answer = await get(ADDRESSED, { range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe('bytes */1000');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
    },
  );

  test.each(['bytes=0-1,5-6', 'bytes=9-3', 'items=0-1', 'bytes=a-b', 'bytes=-', 'bytes=1e3-'])(
    'is served completely for %s, because several ranges and invalid ranges are ignored',
    async (range) => {
      const answer = await get(ADDRESSED, { range });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(1000);
    },
  );

  test('is served empty and without ranges if it is empty', async () => {
    const path = '/storage/v1/object/public/audio/empty.mp3';
    expect((await get(path)).headers.get('content-length')).toBe('0');
    expect((await get(path, { range: 'bytes=0-' })).status).toBe(416);
  });

  test('is not sent again to a client that has it cached', async () => {
    const etag = `"${HASH}"`;
    const { headers } = await get(ADDRESSED);
    const modified = headers.get('last-modified') ?? '';
    expect((await get(ADDRESSED, { 'if-none-match': `"other", ${etag}` })).status).toBe(304);
    expect((await get(ADDRESSED, { 'if-none-match': `W/${etag}` })).status).toBe(304);
    expect((await get(ADDRESSED, { 'if-modified-since': modified })).status).toBe(304);
    expect((await get(ADDRESSED, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(ADDRESSED, { 'if-match': '"other"' })).status).toBe(412);
    const before = new Date(0).toUTCString();
    expect((await get(ADDRESSED, { 'if-unmodified-since': before })).status).toBe(412);
  });

  test('resumes a download only if the file is unchanged', async () => {
    const range = 'bytes=500-';
    expect((await get(ADDRESSED, { range, 'if-range': `"${HASH}"` })).status).toBe(206);
    expect((await get(ADDRESSED, { range, 'if-range': '"older"' })).status).toBe(200);
    expect((await get(ADDRESSED, { range, 'if-range': `W/"${HASH}"` })).status).toBe(200);
  });

  test('is left to nginx where ACCEL_REDIRECT is set', async () => {
    const behind = await createTestServer({ config: { ACCEL_REDIRECT: '/_files/' } });
    const { STORAGE_DIR } = behind.deps.config;
    mkdirSync(join(STORAGE_DIR, 'audio'), { recursive: true });
    writeFileSync(join(STORAGE_DIR, 'audio/a.mp3'), BYTES);
    const answer = await fetch(`${behind.url}/storage/v1/object/public/audio/a.mp3`);
    expect(answer.headers.get('x-accel-redirect')).toBe('/_files/audio/a.mp3');
    expect(await answer.text()).toBe('');
  });
});

test.skipIf(process.platform === 'win32')(
  'a named pipe in place of a file is not found, and blocks no request',
  async () => {
    const { DATA_DIR, STORAGE_DIR } = server.deps.config;
    spawnSync('mkfifo', [join(STORAGE_DIR, 'audio/pipe.mp3')]);
    expect((await get('/storage/v1/object/public/audio/pipe.mp3')).status).toBe(404);
    await expect(server.deps.store.read('audio', 'pipe.mp3')).rejects.toMatchObject({
      status: 404,
    });
    const place = findBackupTarget({ BACKUP_URL: pathToFileURL(STORAGE_DIR).href, DATA_DIR });
    expect(place).toBeDefined();
    expect(await place?.read('audio/pipe.mp3')).toBe(undefined);
  },
);

test('a picture that could contain a script cannot run it', async () => {
  const answer = await get('/storage/v1/object/public/images/cover.svg');
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
});

describe('a public path', () => {
  test.each([
    '/storage/v1/object/public/audio/../../secret.mp3',
    '/storage/v1/object/public/audio/..%2f..%2fsecret.mp3',
    '/storage/v1/object/public/audio/%2e%2e/%2e%2e/secret.mp3',
    '/storage/v1/object/public/audio/..\\..\\secret.mp3',
    '/storage/v1/object/public/audio//etc/passwd',
    '/storage/v1/object/public/audio/calm.mp3%00.png',
    '/storage/v1/object/public/audio/%E0%A4%A',
    '/storage/v1/object/public/audio',
    '/storage/v1/object/public/audio/',
    `/storage/v1/object/public/audio/${'a'.repeat(901)}`,
  ])('is refused with a reason if it is invalid, as in %s', async (path) => {
    const answer = await requestRaw(server.url, path);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'invalid_path' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    'missing.mp3',
    'deep',
    'deep/plain.m4a/x.mp3',
    '.incoming/x',
    `${'a/'.repeat(20)}b.mp3`,
    `${'a'.repeat(400)}.mp3`,
  ])('is not found if it has no file, as in %s', async (name) => {
    const answer = await requestRaw(server.url, `/storage/v1/object/public/audio/${name}`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'NoSuchKey' });
  });

  test.each(['../jwt-secret', 'elsewhere/a.mp3', ''])(
    'is not found if it has no bucket, as in %s',
    async (path) => {
      const answer = await requestRaw(server.url, `/storage/v1/object/public/${path}`);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'NoSuchBucket' });
    },
  );

  test('cannot be written to', async () => {
    const answer = await get(ADDRESSED, {}, 'PUT');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});
