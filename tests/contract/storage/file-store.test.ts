import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ARTWORK_SIZES, nightName } from '#contract/constants/tracks/artwork.ts';
import type { FileStore } from '#server/core/files/file-store.ts';
import { parseS3Location } from '#server/core/files/s3-location.ts';
import { makeArtwork } from '#server/modules/storage/artwork.usecases.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { mp3, PNG } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import {
  hasS3Server,
  S3_KEYS,
  type S3Server,
  startS3Server,
} from '#tests/support/servers/s3-server.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

// Runs the same tests for every kind of file store.

let s3: S3Server | undefined;
const folder = mkdtempSync(join(tmpdir(), 'cradlesong-store-'));
beforeAll(async () => {
  if (!hasS3Server) return;
  Object.assign(process.env, S3_KEYS);
  s3 = await startS3Server();
});
afterAll(() => s3?.stop());

let stores = 0;
/** Settings for an empty store of this kind. */
function placeOf(kind: string) {
  stores += 1;
  const STORAGE_DIR = join(folder, String(stores));
  if (kind === 'folder') return { STORAGE_DIR, STORAGE_S3: undefined };
  const STORAGE_S3 = parseS3Location(s3?.newLocation() ?? '');
  if (typeof STORAGE_S3 === 'string') throw new Error(STORAGE_S3);
  return { STORAGE_DIR, STORAGE_S3 };
}

async function put(store: FileStore, name: string, bytes: Buffer) {
  const temporary = await store.createTemporary();
  writeFileSync(temporary, bytes);
  await store.adopt(temporary, 'audio', name);
  return temporary;
}

const KINDS = [
  { kind: 'folder', isHere: true },
  { kind: 'S3', isHere: hasS3Server },
];

describe.each(KINDS)('files in a store: $kind', ({ kind, isHere }) => {
  describe.skipIf(!isHere)('in the store', () => {
    let store: FileStore;
    beforeAll(() => {
      store = createStore(placeOf(kind));
    });

    test('an adopted file is stored completely, replaces one of the same name, and its temporary file is removed', async () => {
      await put(store, 'whole-0123456789abcdef.mp3', Buffer.from('another'));
      const bytes = randomBytes(700_000);
      const temporary = await put(store, 'whole-0123456789abcdef.mp3', bytes);
      expect(existsSync(temporary)).toBe(false);
      expect(await store.find('audio', 'whole-0123456789abcdef.mp3')).toMatchObject({
        bytes: bytes.length,
        modifiedAt: expect.any(Date),
      });
      expect(await buffer(await store.read('audio', 'whole-0123456789abcdef.mp3'))).toEqual(bytes);
    });

    test('a file of many parts is read back unchanged', async () => {
      const bytes = randomBytes(19 * 1024 * 1024 + 7);
      await put(store, 'large-0123456789abcdef.wav', bytes);
      const back = await buffer(await store.read('audio', 'large-0123456789abcdef.wav'));
      expect(sha256(back)).toBe(sha256(bytes));
    });

    test.each([
      [0, 0],
      [0, 99],
      [524_287, 524_288],
      [1000, 1_199_999],
    ])('the range from %i to %i has exactly its bytes', async (start, end) => {
      const bytes = randomBytes(1_200_000);
      await put(store, `range-${start}-${end}.mp3`, bytes);
      const range = await buffer(
        await store.read('audio', `range-${start}-${end}.mp3`, { start, end }),
      );
      expect(range.equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    test('an empty file is stored', async () => {
      await put(store, 'empty.mp3', Buffer.alloc(0));
      expect(await store.find('audio', 'empty.mp3')).toMatchObject({ bytes: 0 });
      expect(await buffer(await store.read('audio', 'empty.mp3'))).toHaveLength(0);
    });

    test('a missing file is not found, and can be removed without an error', async () => {
      expect(await store.find('images', 'nothing.png')).toBeUndefined();
      await expect(store.read('images', 'nothing.png')).rejects.toMatchObject({ status: 404 });
      await store.remove('images', 'nothing.png');
      expect(await store.readNote('nothing.json')).toBeUndefined();
    });

    test('a removed file is missing at once', async () => {
      await put(store, 'going.mp3', Buffer.from('a'));
      expect(await store.find('audio', 'going.mp3')).toBeDefined();
      await store.remove('audio', 'going.mp3');
      expect(await store.find('audio', 'going.mp3')).toBeUndefined();
      await expect(store.read('audio', 'going.mp3')).rejects.toMatchObject({ status: 404 });
    });

    test('a note is read as last written', async () => {
      await store.writeNote('unused.json', '{}');
      await store.writeNote('unused.json', '{"ä":1}');
      expect(await store.readNote('unused.json')).toBe('{"ä":1}');
    });

    test('a file is readable at a local path, and a temporary copy is removed afterwards', async () => {
      const bytes = randomBytes(600_000);
      await put(store, 'lent.mp3', bytes);
      const lent = await store.withLocalFile('audio', 'lent.mp3', async (path) => {
        expect(readFileSync(path).equals(bytes)).toBe(true);
        return path;
      });
      expect(existsSync(lent)).toBe(store.localPath('audio', 'lent.mp3') !== undefined);
    });

    test('writing is possible, and the bytes are counted', async () => {
      await store.checkWritable();
      expect(await store.countBytes()).toBeGreaterThan(19 * 1024 * 1024);
    });

    test('a list contains the files of the bucket and its folders', async () => {
      const other = createStore(placeOf(kind));
      expect(await other.list('audio')).toEqual([]);
      await put(other, 'a.mp3', Buffer.from('a'));
      await put(other, 'deep/b.mp3', Buffer.from('b'));
      await put(other, 'c.mp3', Buffer.from('cc'));
      const listed = (await other.list('audio')).map(({ name, bytes }) => `${name} ${bytes}`);
      expect(listed.sort()).toEqual(['a.mp3 1', 'c.mp3 2', 'deep/b.mp3 1']);
      expect(await other.list('images')).toEqual([]);
    });

    // artwork.api.test.ts, upload.test.ts and file-names.api.test.ts test the rest for a folder.
    if (kind === 'folder') return;

    test('a cover gets its artwork and its night version once', async () => {
      const { deps } = await createTestServer({ config: placeOf(kind) });
      const temporary = await deps.store.createTemporary();
      writeFileSync(temporary, PNG);
      await deps.store.adopt(temporary, 'images', 'dawn-0123456789abcdef.png');
      const address = '/storage/v1/object/public/images/dawn-0123456789abcdef.png';
      expect(await makeArtwork(deps, address)).toBe(ARTWORK_SIZES.length + 1);
      expect(await makeArtwork(deps, address)).toBe(0);
      const night = nightName('dawn-0123456789abcdef.png');
      expect((await deps.store.find('images', night))?.bytes).toBeGreaterThan(0);
    });

    test('the server stores an upload and serves its ranges with cache headers', async () => {
      const server = await createTestServer({ config: placeOf(kind) });
      const token = await fetchAdminToken(server);
      const recording = mp3(600);
      const answer = await uploadFile(server, token, 'audio/Evening.mp3', recording);
      expect(answer.status).toBe(200);
      const { path, sha256: sum } = await answer.json();
      expect(sum).toBe(sha256(recording));
      const whole = await fetch(server.url + path);
      expect(Buffer.from(await whole.arrayBuffer()).equals(recording)).toBe(true);
      expect(whole.headers.get('content-type')).toBe('audio/mpeg');
      expect(whole.headers.get('cache-control')).toContain('immutable');

      const part = await fetch(server.url + path, { headers: { Range: 'bytes=10-19' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 10-19/${recording.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(recording.subarray(10, 20))).toBe(true);

      const outside = await fetch(server.url + path, { headers: { Range: 'bytes=99999999-' } });
      expect(outside.status).toBe(416);
      const head = await fetch(server.url + path, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(recording.length));
      // Removed by another machine, so this one still has it cached.
      await createStore(server.deps.config).remove('audio', path.split('/').at(-1));
      const gone = await fetch(server.url + path);
      expect([gone.status, gone.headers.get('etag')]).toEqual([404, null]);
      expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ok' });
    });
  });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
