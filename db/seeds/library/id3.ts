export interface TrackTags {
  title: string;
  artist: string;
  album: string;
  comment: string;
  /** of what is said; null for music without words */
  language: 'eng' | null;
  /** a JPEG picture */
  cover: Buffer;
}

const UTF8 = '\u0003';
const NO_LANGUAGE = 'zxx';
const FRONT_COVER = 3;
/**
 * A picture of some kind, as ID3 has it for who does not say which. Chromium has no use for a picture that is named a
 * JPEG and looks for one through a whole minute of the recording, half a megabyte, before it begins to play.
 */
const SOME_PICTURE = 'image/';

/** ID3v2.4, text in UTF-8. */
export function id3Tag(tags: TrackTags): Buffer {
  const frames = Buffer.concat([
    textFrame('TIT2', tags.title),
    textFrame('TPE1', tags.artist),
    textFrame('TALB', tags.album),
    textFrame('TLAN', tags.language ?? NO_LANGUAGE),
    frame('COMM', Buffer.from(`${UTF8}eng\u0000${tags.comment}`)),
    frame(
      'APIC',
      Buffer.concat([
        Buffer.from(`${UTF8}${SOME_PICTURE}\u0000`),
        Buffer.from([FRONT_COVER, 0]),
        tags.cover,
      ]),
    ),
  ]);
  return Buffer.concat([
    Buffer.from('ID3\u0004\u0000\u0000', 'latin1'),
    syncSafe(frames.length),
    frames,
  ]);
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.from(UTF8 + text, 'utf8'));
}

function frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(body.length), Buffer.alloc(2), body]);
}

/** Seven bits to a byte, so that no length looks like a sync word. */
function syncSafe(length: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (length >>> shift) & 0x7f));
}
