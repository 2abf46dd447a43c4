import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { storedObjectSchema } from '#contract/calls/storage.ts';
import { pngOf, wav } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { uploadFile } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const server = await createTestServer();
const admin = await fetchAdminToken(server);

const upload = (path: string, body: Buffer) => uploadFile(server, admin, path, body);
/** A black picture, one bit per pixel. It contains only the first row, because the server reads only the header. */
const blackPng = (side: number) =>
  pngOf({ width: side, height: side, bits: 1 }, deflateSync(Buffer.alloc(side / 8 + 1)));

test.each([8_000, 65_536])(
  'a picture of %s pixels a side is refused at upload, with advice',
  async (side) => {
    const answer = await upload('images/large.png', blackPng(side));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'unsuitable_file',
      message: expect.stringContaining('more than 40 megapixels'),
    });
  },
);

test('interlaced pictures do not delay listeners', async () => {
  const { path } = storedObjectSchema.parse(await (await upload('audio/calm.wav', wav(9))).json());
  const side = 4_000;
  const interlaced = await sharp({
    create: { width: side, height: side, channels: 3, background: '#123' },
    limitInputPixels: false,
  })
    .png({ progressive: true })
    .toBuffer();
  let isDone = false;
  const uploads = Promise.all(
    Array.from({ length: 4 }, (_, index) => upload(`images/${index}.png`, interlaced)),
  ).finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const began = performance.now();
    const part = await fetch(server.url + path, { headers: { range: 'bytes=100-5000' } });
    await part.arrayBuffer();
    longest = Math.max(longest, performance.now() - began);
  }
  expect((await uploads).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // It would be about 28 s if each decode blocked a thread that reads files.
  expect(longest).toBeLessThan(1_000);
});

test('a HEIC picture that cannot be decoded is named, with advice', async () => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(99)]);
  const answer = await upload('images/IMG_0001.HEIC', heic);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/HEIC.*JPEG/) });
});

test('a JPEG with trailing bytes is accepted without them', async () => {
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer();
  const answer = await upload('images/a.jpg', Buffer.concat([jpeg, Buffer.alloc(5_000, 7)]));
  const { path } = storedObjectSchema.parse(await answer.json());
  expect(Buffer.from(await (await fetch(server.url + path)).arrayBuffer()).equals(jpeg)).toBe(true);
});
