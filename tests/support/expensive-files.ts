import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Bucket } from '#contract/calls/storage.ts';
import { encodeTone, IS_FFMPEG_THERE } from './listening/sound-formats.ts';
import { mp3, PNG, pngChunk, pngOf } from './sample-files.ts';

/** A file that is cheap to send and may be expensive to inspect. */
export interface ExpensiveFile {
  readonly name: string;
  readonly bucket: Bucket;
  /** The extension only; the content decides the type. */
  readonly path: string;
  make(): Buffer | Promise<Buffer>;
}

const EMPTY = Buffer.alloc(0);
const repeat = (piece: Buffer | string, count: number) =>
  Buffer.alloc(piece.length * count, piece, 'latin1');
const ascii = (text: string) => Buffer.from(text, 'latin1');

const M4A = ascii('\0\0\0\u0010ftypM4A \0\0\0\0');

/** Nested boxes. */
function nestedBoxes(type: string, depth: number): Buffer {
  const boxes = Buffer.alloc(depth * 8);
  for (let level = 0; level < depth; level += 1) {
    boxes.writeUInt32BE((depth - level) * 8, level * 8);
    boxes.write(type, level * 8 + 4, 'latin1');
  }
  return boxes;
}

/** An ID3 header with this size, seven bits per byte. */
function id3(content: Buffer): Buffer {
  const sizes = [21, 14, 7, 0].map((shift) => (content.length >>> shift) & 127);
  return Buffer.concat([Buffer.from([...ascii('ID3'), 3, 0, 0, ...sizes]), content]);
}

/** An empty page of an Ogg stream. */
function oggPage(flags: number, serial: number): Buffer {
  const page = Buffer.alloc(27);
  page.write('OggS');
  page.writeUInt8(flags, 5);
  page.writeUInt32LE(serial, 14);
  return page;
}

/** A real sound if ffmpeg is available, so that the inspection reads past the header; otherwise nothing. */
const sound = (name: string, encoding: readonly string[]) =>
  IS_FFMPEG_THERE ? encodeTone(name, encoding, { seconds: 1 }) : EMPTY;

function flacBlocks(count: number): Buffer {
  const info = Buffer.alloc(38);
  info.writeUInt32BE(34);
  info.write('\u0010\0\u0010\0', 4, 'latin1');
  return Buffer.concat([ascii('fLaC'), info, repeat('\u0001\0\0\0', count)]);
}

const interlaced = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123' }, limitInputPixels: false })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();

/** A small PNG with this many equal chunks before its end. */
function pngWith(chunk: Buffer, count: number): Buffer {
  const end = PNG.length - pngChunk('IEND', EMPTY).length;
  return Buffer.concat([PNG.subarray(0, end), repeat(chunk, count), PNG.subarray(end)]);
}

async function jpegWith(segment: Buffer, count: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([jpeg.subarray(0, 2), repeat(segment, count), jpeg.subarray(2)]);
}

/** An Exif block that claims to have 65,535 entries. */
function exifOfMany(): Buffer {
  const body = Buffer.alloc(40);
  body.write('Exif\0\0MM\0*\0\0\0\u0008\u00ff\u00ff', 'latin1');
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body]);
}

type Content = () => Buffer | Promise<Buffer>;
const AUDIO: readonly (readonly [name: string, path: string, make: Content])[] = [
  ['20,000 nested boxes', 'nested.m4a', () => Buffer.concat([M4A, nestedBoxes('moov', 20_000)])],
  [
    '100,000 frames in a tag',
    'frames.mp3',
    () => Buffer.concat([id3(repeat('TXXX\0\0\0\u0003\0\0\0ab', 100_000)), mp3(200)]),
  ],
  [
    '200,000 pages in a comment',
    'comment.ogg',
    () => {
      const pages = [oggPage(2, 7), repeat(oggPage(0, 7), 200_000)];
      return Buffer.concat([sound('a.opus', ['-c:a', 'libopus']), ...pages]);
    },
  ],
  ['500,000 blocks', 'blocks.flac', () => flacBlocks(500_000)],
  [
    'megabytes of zeros in front',
    'zeros.flac',
    () => Buffer.concat([id3(EMPTY), Buffer.alloc(12_000_000), sound('a.flac', ['-c:a', 'flac'])]),
  ],
];
const IMAGES: typeof AUDIO = [
  ['40 interlaced megapixels', 'interlaced.png', () => interlaced(6_400, 6_240)],
  [
    'a header alone, of 50,000 pixels a side',
    'claims.png',
    () => pngOf({ width: 50_000, height: 50_000, bits: 1 }, deflateSync(Buffer.alloc(6_251))),
  ],
  ['20,000 chunks of text', 'text.png', () => pngWith(pngChunk('tEXt', EMPTY), 20_000)],
  ['10,000 blocks of Exif', 'exif.jpg', () => jpegWith(exifOfMany(), 10_000)],
  [
    '500,000 chunks',
    'chunks.webp',
    () => Buffer.concat([ascii('RIFF\0\u0009\u003d\0WEBP'), repeat('EXIF\0\0\0\0', 500_000)]),
  ],
];

/** Uploads by editors and owners: one for each parser. */
export const EXPENSIVE_FILES: readonly ExpensiveFile[] = [
  ...AUDIO.map(([name, path, make]) => ({ name, path, make, bucket: 'audio' as const })),
  ...IMAGES.map(([name, path, make]) => ({ name, path, make, bucket: 'images' as const })),
];

const MAX_AVATAR_BYTES = 5_000_000;

/** Images that are small enough for the upload of an avatar. */
export const isForUsers = ({ bucket }: ExpensiveFile, body: Uint8Array): boolean =>
  bucket === 'images' && body.length < MAX_AVATAR_BYTES;
