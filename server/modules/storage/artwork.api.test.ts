import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { type StoredObject, storedObjectSchema } from '#contract/calls/storage.ts';
import { API_PATHS, publicObjectPath } from '#contract/constants/pages/paths.ts';
import { ARTWORK_SIZES, artworkPath, nightPath } from '#contract/constants/tracks/artwork.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { maintain } from '#server/maintenance.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});

async function upload(name: string, body: Buffer): Promise<StoredObject> {
  const answer = await uploadFile(server, await fetchAdminToken(server), `images/${name}`, body);
  return storedObjectSchema.parse(await answer.json());
}
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c08552' } });
const addresses = (cover: string) => [
  nightPath(cover) ?? '',
  ...ARTWORK_SIZES.map((size) => artworkPath(cover, size) ?? ''),
];
const onDisk = (path: string) =>
  existsSync(join(server.deps.config.STORAGE_DIR, path.slice(API_PATHS.publicObject.length)));

/** Placed by an operator: SVG files cannot be uploaded. */
function putDrawing(name: string, parts: string): void {
  const folder = join(server.deps.config.STORAGE_DIR, 'images');
  mkdirSync(folder, { recursive: true });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6">${parts}</svg>`;
  writeFileSync(join(folder, name), drawing);
}

describe('[PL4] the lock screen artwork of a cover', () => {
  test('exists in every size as soon as the cover is stored', async () => {
    const { path } = await upload('Cover.jpg', await photo(1200, 800).webp().toBuffer());
    for (const size of ARTWORK_SIZES) {
      const answer = await fetch(server.url + artworkPath(path, size));
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([picture.format, picture.width, picture.height]).toEqual(['png', size, size]);
    }
  });

  test('is made for earlier covers too, and removed with its cover', async () => {
    const cover = publicObjectPath('images', 'hills-0123456789abcdef.svg');
    putDrawing('hills-0123456789abcdef.svg', '<circle r="3"/>');
    await insertRows(server.db, { audio_content: [buildTrack({ image_url: cover })] });
    await maintain(server.deps);
    expect(addresses(cover).map(onDisk)).toEqual(Array(5).fill(true));
    await server.db.kysely.updateTable('audio_content').set({ image_url: null }).execute();
    await maintain(server.deps);
    server.clock.advance(8 * 24 * 60 * 60 * 1000);
    await maintain(server.deps);
    expect([cover, ...addresses(cover)].map(onDisk)).toEqual(Array(6).fill(false));
  });

  test('is missing if the cover cannot be decoded, and the cover is still served', async () => {
    const cover = publicObjectPath('images', 'broken-0123456789abcdef.svg');
    putDrawing('broken-0123456789abcdef.svg', '<circle');
    await insertRows(server.db, { audio_content: [buildTrack({ image_url: cover })] });
    await maintain(server.deps);
    expect((await fetch(server.url + cover)).status).toBe(200);
    expect(addresses(cover).map(onDisk)).toEqual(Array(5).fill(false));
  });
});

describe('the night version of a cover', () => {
  const nightOf = async (path: string) => {
    const answer = await fetch(server.url + nightPath(path));
    return { answer, picture: Buffer.from(await answer.arrayBuffer()) };
  };
  const meanOf = async (picture: Buffer) => {
    const { channels } = await sharp(picture).stats();
    return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
  };

  test('is the photograph, darkened, with its aspect ratio', async () => {
    const { path } = await upload('Hills.jpg', await photo(1600, 800).jpeg().toBuffer());
    const { answer, picture } = await nightOf(path);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 600 });
    const [red = 0, green = 0, blue = 0] = await meanOf(picture);
    expect(red).toBeLessThan(70);
    expect(red > green && green > blue).toBe(true);
  });

  test('leaves an already dark cover unchanged', async () => {
    const dark = sharp({ create: { width: 60, height: 60, channels: 3, background: '#101010' } });
    const { path } = await upload('dark.png', await dark.png().toBuffer());
    expect(await meanOf((await nightOf(path)).picture)).toEqual([16, 16, 16]);
  });

  test('is a drawing if the cover is one', async () => {
    const cover = publicObjectPath('images', 'hills-0123456789abcdef.svg');
    putDrawing('hills-0123456789abcdef.svg', '<rect width="6" height="6" fill="#c08552"/>');
    await insertRows(server.db, { audio_content: [buildTrack({ image_url: cover })] });
    await maintain(server.deps);
    const { answer, picture } = await nightOf(cover);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect((await meanOf(picture))[0]).toBeLessThan(70);
  });
});

test('a cover on another server has no artwork', () => {
  expect(
    artworkPath('https://a.example/storage/v1/object/public/images/a.png', 96),
  ).toBeUndefined();
  expect(artworkPath(publicObjectPath('images', 'calm-01.svg'), 512)).toBe(
    publicObjectPath('images', 'artwork/512/calm-01.png'),
  );
});
