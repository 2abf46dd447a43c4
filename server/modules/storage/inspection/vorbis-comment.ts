import type { StoredTags } from './describe-audio.ts';

const LENGTH = 4;

/**
 * A Vorbis comment (FLAC, Vorbis, Opus) of the same size with only title, artist and album. The encoder's name
 * is padded to fill the space.
 */
export function stripVorbisComment(body: Buffer, { title, artist, album }: StoredTags): Buffer {
  if (body.length < 2 * LENGTH) return body;
  const vendorEnd = LENGTH + Math.min(body.readUInt32LE(0), body.length - 2 * LENGTH);
  const room = body.length - 2 * LENGTH;
  const comments = tagsThatFit({ TITLE: title, ARTIST: artist, ALBUM: album }, room, (key, text) =>
    withLength(Buffer.from(`${key}=${text}`)),
  );
  const list = Buffer.concat(comments);
  const vendor = Buffer.alloc(room - list.length);
  body.copy(vendor, 0, LENGTH, vendorEnd);
  const count = Buffer.alloc(LENGTH);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([withLength(vendor), count, list]);
}

/** Encodes as many tags as fit. */
export function tagsThatFit(
  tags: Readonly<Record<string, string | undefined>>,
  room: number,
  encode: (key: string, text: string) => Buffer,
): Buffer[] {
  const encoded = Object.entries(tags).flatMap(([key, text]) =>
    text === undefined ? [] : [encode(key, text)],
  );
  while (Buffer.concat(encoded).length > room) encoded.pop();
  return encoded;
}

function withLength(text: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text]);
}
