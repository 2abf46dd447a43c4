import type { StoredTags } from './describe-sound.ts';

const LENGTH = 4;

/**
 * A Vorbis comment (FLAC, Vorbis, Opus) of the same size with only title, artist and album. The encoder's name
 * is padded to fill the space.
 */
export function stripVorbisComment(body: Buffer, { title, artist, album }: StoredTags): Buffer {
  if (body.length < 2 * LENGTH) return body;
  const vendorEnd = LENGTH + Math.min(body.readUInt32LE(0), body.length - 2 * LENGTH);
  const comments = (
    [
      ['TITLE', title],
      ['ARTIST', artist],
      ['ALBUM', album],
    ] as const
  ).flatMap(([key, text]) =>
    text === undefined ? [] : [withLength(Buffer.from(`${key}=${text}`))],
  );
  const room = body.length - 2 * LENGTH;
  while (Buffer.concat(comments).length > room) comments.pop();
  const list = Buffer.concat(comments);
  const vendor = Buffer.alloc(room - list.length);
  body.copy(vendor, 0, LENGTH, vendorEnd);
  const count = Buffer.alloc(LENGTH);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([withLength(vendor), count, list]);
}

function withLength(text: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text]);
}
