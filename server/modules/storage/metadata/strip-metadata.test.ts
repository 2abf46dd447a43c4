import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { EXPENSIVE_FILES } from '#tests/support/expensive-files.ts';
import {
  encodeTone,
  IS_FFMPEG_THERE,
  SOUND_FORMATS,
} from '#tests/support/listening/sound-formats.ts';
import { pngChunk, wav } from '#tests/support/sample-files.ts';
import { inspectFile } from '../inspection/inspect-file.ts';
import { stripMetadata } from './strip-metadata.ts';

const SECRET = 'my house by the river';
const folder = mkdtempSync(join(tmpdir(), 'cradlesong-strip-'));
function write(name: string, body: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, body);
  return path;
}
const hasSecret = (bytes: Buffer) =>
  bytes.includes(SECRET) || bytes.includes(Buffer.from(SECRET, 'utf16le'));
const pixelsOf = (body: Buffer) => sharp(body).autoOrient().raw().toBuffer();

const EXIF = {
  IFD0: { Make: SECRET, ImageDescription: SECRET },
  IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' },
};
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c08552' } })
    .composite([
      {
        input: { create: { width: 9, height: 9, channels: 3, background: '#123' } },
        left: 0,
        top: 0,
      },
    ])
    .withExif(EXIF)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3');

describe('a picture keeps orientation and colour profile, and loses its location:', () => {
  const comment = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0, SECRET.length + 2]),
    Buffer.from(SECRET),
  ]);
  const builds = {
    JPEG: async () => {
      const jpeg = await photo().jpeg().toBuffer();
      return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    },
    'progressive JPEG': () => photo().jpeg({ progressive: true }).toBuffer(),
    'JPEG followed by a video': async () =>
      Buffer.concat([await photo().jpeg().toBuffer(), Buffer.from(`ftypmp42${SECRET}`)]),
    PNG: () => photo().png().toBuffer(),
    WebP: () => photo().webp().toBuffer(),
  };
  test.each(Object.entries(builds))('%s', async (_name, build) => {
    const body = await build();
    expect(hasSecret(body)).toBe(true);
    const path = write('picture', body);
    await inspectFile(path, 'images');
    const clean = readFileSync(path);
    expect(hasSecret(clean)).toBe(false);
    expect(clean.includes('GPS')).toBe(false);
    const [before, after] = [await sharp(body).metadata(), await sharp(clean).metadata()];
    expect(after).toMatchObject({ orientation: before.orientation, width: before.width });
    expect(after.icc).toEqual(before.icc);
    expect(after.xmp).toBe(undefined);
    expect(await pixelsOf(clean)).toEqual(await pixelsOf(body));
    await inspectFile(path, 'images');
    expect(readFileSync(path).equals(clean)).toBe(true);
  });

  test('a picture without metadata is unchanged', async () => {
    const body = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const path = write('plain', body);
    await inspectFile(path, 'images');
    expect(readFileSync(path).equals(body)).toBe(true);
  });
});

test.each(['comment.ogg', 'text.png'])(
  '%s, which consists of very many parts, is refused',
  async (name) => {
    const file = EXPENSIVE_FILES.find(({ path }) => path === name);
    const path = write(name, (await file?.make()) ?? Buffer.alloc(0));
    const [, extension] = name.split('.');
    await expect(stripMetadata(path, { extension: extension as 'ogg' })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('too many parts'),
    });
  },
);

test('a picture with a truncated or empty Exif block is accepted', async () => {
  const square = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } });
  const jpeg = await square.jpeg().toBuffer();
  const block = Buffer.from('\u00ff\u00e1\0\u0008Exif\0\0', 'latin1');
  const cut = Buffer.concat([jpeg.subarray(0, 2), block, jpeg.subarray(2)]);
  expect(await inspectFile(write('cut.jpg', cut), 'images')).toMatchObject({ extension: 'jpg' });
  const png = await square.png().toBuffer();
  const end = png.length - 12;
  const empty = [png.subarray(0, end), pngChunk('eXIf', Buffer.alloc(0)), png.subarray(end)];
  const path = write('cut.png', Buffer.concat(empty));
  expect(await inspectFile(path, 'images')).toMatchObject({ extension: 'png' });
});

test('a WAV from a pipe, whose header sizes are 0, keeps its audio', async () => {
  const piped = wav(2);
  piped.fill(0x55, piped.indexOf('data') + 8);
  piped.writeUInt32LE(0, 4);
  piped.writeUInt32LE(0, piped.indexOf('data') + 4);
  const path = write('piped.wav', piped);
  expect(await stripMetadata(path, { extension: 'wav' })).toEqual({
    isChanged: false,
    isTruncated: false,
  });
  expect(readFileSync(path).equals(piped)).toBe(true);
});

describe.skipIf(!IS_FFMPEG_THERE)(
  IS_FFMPEG_THERE
    ? 'a recording keeps only title, artist and album, and is refused when truncated:'
    : 'recordings, skipped: ffmpeg is not installed',
  () => {
    const tags = [
      'title=Psalm 23',
      'artist=A Choir',
      'album=Psalms',
      `comment=${SECRET}`,
      `location=+48.1+011.5/`,
    ];
    const metadata = tags.flatMap((tag) => ['-metadata', tag]);
    const aac = ['-c:a', 'aac'];
    const files = [
      ...SOUND_FORMATS,
      ['plain.aac', [...aac, '-write_id3v2', '1']] as const,
      ['id3v1.mp3', ['-c:a', 'libmp3lame', '-write_id3v1', '1']] as const,
      ['mov.m4a', [...aac, '-f', 'mov']] as const,
    ];
    test.each(files)('%s', async (name, encoding) => {
      const body = encodeTone(name, [...encoding, ...metadata], { seconds: 2 });
      expect(hasSecret(body)).toBe(true);
      const path = write(name, body);
      const { extension, durationSeconds } = await inspectFile(path, 'audio');
      expect(name.replace('opus.opus', 'x.ogg')).toMatch(new RegExp(`\\.${extension}$`));
      expect(Math.abs((durationSeconds ?? 0) - 2)).toBeLessThanOrEqual(0.1);
      const clean = readFileSync(path);
      expect(hasSecret(clean)).toBe(false);
      expect(clean.includes('+48.1')).toBe(false);
      expect(clean.length).toBe(body.length);
      // Without ffmpeg the length is read from the header. The parser finds no length in a
      // QuickTime file.
      const FFMPEG = name === 'mov.m4a' ? 'ffmpeg' : 'off';
      const unmeasured = await inspectFile(path, 'audio', { FFMPEG });
      expect(Math.abs((unmeasured.durationSeconds ?? 0) - 2)).toBeLessThanOrEqual(0.5);
      expect(readFileSync(path).equals(clean)).toBe(true);
      const { description } = unmeasured;
      const kept = { title: 'Psalm 23', artist: 'A Choir', album: 'Psalms' };
      // WAV, AIFF and QuickTime files keep no tags: players do not agree on where tags are.
      expect(description).toMatchObject(/wav|aiff|mov/.test(name) ? {} : kept);
      const samples = (file: string) =>
        spawnSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'md5', '-'], { encoding: 'utf8' })
          .stdout;
      expect(samples(path)).toBe(samples(write(`before-${name}`, body)));
      // AAC without a container has no length, so truncation cannot be detected.
      if (extension === 'aac') return;
      const cut = write(`cut-${name}`, body.subarray(0, Math.floor(body.length * 0.7) + 1));
      await expect(inspectFile(cut, 'audio')).rejects.toThrow(/damaged|decoded/);
    });
  },
);
