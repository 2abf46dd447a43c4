import { open } from 'node:fs/promises';
import type { Bucket } from '#contract/calls/storage.ts';
import { FileWindow } from './file-window.ts';
import { probeAiff } from './probe-aiff.ts';
import { probeFlac } from './probe-flac.ts';
import { probeJpeg, probePng, probeWebp } from './probe-image.ts';
import { parseFrameHeader, probeMp3 } from './probe-mp3.ts';
import { probeMp4 } from './probe-mp4.ts';
import { probeOgg } from './probe-ogg.ts';
import { probeWav } from './probe-wav.ts';
import { createTypeError } from './storage.errors.ts';

/** How to recognise a kind of file by its first bytes, and how to read it to its end. */
interface FileKind {
  ending: string;
  bucket: Bucket;
  isMadeOf(head: Buffer): boolean;
  /** Seconds for sound, nothing for a picture; throws when the file is damaged. */
  probe(file: FileWindow): Promise<number | undefined>;
}

const text = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);
const picture = (probe: (file: FileWindow) => Promise<void>) => async (file: FileWindow) => {
  await probe(file);
  return undefined;
};

/** SVG is not among them: it is a program as much as a picture. */
const KINDS: readonly FileKind[] = [
  {
    ending: 'mp3',
    bucket: 'audio',
    isMadeOf: (head) => text(head, 0, 3) === 'ID3' || parseFrameHeader(head) !== undefined,
    probe: probeMp3,
  },
  {
    ending: 'm4a',
    bucket: 'audio',
    isMadeOf: (head) => text(head, 4, 8) === 'ftyp',
    probe: probeMp4,
  },
  {
    ending: 'wav',
    bucket: 'audio',
    isMadeOf: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE',
    probe: probeWav,
  },
  {
    ending: 'flac',
    bucket: 'audio',
    isMadeOf: (head) => text(head, 0, 4) === 'fLaC',
    probe: probeFlac,
  },
  {
    // Of Vorbis and of Opus.
    ending: 'ogg',
    bucket: 'audio',
    isMadeOf: (head) => text(head, 0, 4) === 'OggS',
    probe: probeOgg,
  },
  {
    ending: 'aiff',
    bucket: 'audio',
    isMadeOf: (head) => text(head, 0, 4) === 'FORM' && /^AIF[FC]$/.test(text(head, 8, 12)),
    probe: probeAiff,
  },
  {
    ending: 'png',
    bucket: 'images',
    isMadeOf: (head) => text(head, 0, 8) === '\u0089PNG\r\n\u001a\n',
    probe: picture(probePng),
  },
  {
    ending: 'jpg',
    bucket: 'images',
    isMadeOf: (head) => text(head, 0, 3) === '\u00ff\u00d8\u00ff',
    probe: picture(probeJpeg),
  },
  {
    ending: 'webp',
    bucket: 'images',
    isMadeOf: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
    probe: picture(probeWebp),
  },
];

export interface Inspection {
  ending: string;
  durationSeconds: number | null;
}

/** What a file is, by content and never by name, after reading it to the end. */
export async function inspectFile(path: string, bucket: Bucket): Promise<Inspection> {
  const allowed = KINDS.filter((kind) => kind.bucket === bucket);
  const handle = await open(path, 'r');
  try {
    const file = new FileWindow(handle, (await handle.stat()).size);
    const head = await file.at(0, 16);
    const kind = allowed.find(({ isMadeOf }) => isMadeOf(head));
    if (!kind) throw createTypeError(allowed.map(({ ending }) => ending).join(', '));
    const seconds = await kind.probe(file);
    return {
      ending: kind.ending,
      durationSeconds: seconds === undefined ? null : Math.round(seconds * 1000) / 1000,
    };
  } finally {
    await handle.close();
  }
}
