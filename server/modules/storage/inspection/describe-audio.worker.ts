import { isUtf8 } from 'node:buffer';
import { createReadStream, statSync } from 'node:fs';
import { parseStream } from 'music-metadata';
import { serveFunctions } from '#server/core/worker-thread.ts';

const CHUNK = 1024 * 1024;
const MAX_CHAPTERS = 500;
const MAX_TEXT = 1000;

const work = { describe };
export type AudioWork = typeof work;

serveFunctions(work);

async function describe({ path, mimeType }: { path: string; mimeType: string }) {
  // A stream, because `parseFile` does one read per frame.
  const { format, common } = await parseStream(
    createReadStream(path, { highWaterMark: CHUNK }),
    { mimeType, size: statSync(path).size },
    { duration: true, skipCovers: true, includeChapters: true },
  );
  const chapters = (format.chapters ?? []).slice(0, MAX_CHAPTERS).map((chapter) => ({
    title: text(chapter.title) ?? '',
    seconds: chapter.timeScale ? chapter.start / chapter.timeScale : chapter.start / 1000,
  }));
  return {
    seconds: format.duration,
    codec: format.codec,
    channels: format.numberOfChannels,
    sampleRate: format.sampleRate,
    title: text(common.title),
    artist: text(common.artist),
    album: text(common.album),
    chapters,
  };
}

function text(value: string | undefined): string | undefined {
  const clean = value && asUtf8(value).slice(0, MAX_TEXT).replaceAll('\0', '').trim();
  // The parser reads the tags of an AIFF as ASCII: other letters become control characters.
  return clean && !/\p{Cc}/u.test(clean) ? clean : undefined;
}

/** The parser reads the tags of a WAV as Latin-1, but most programs write UTF-8. */
function asUtf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const isLatin1 = bytes.toString('latin1') === value;
  return isLatin1 && isUtf8(bytes) ? bytes.toString() : value;
}
