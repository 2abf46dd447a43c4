import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IS_FFMPEG_THERE } from '#tests/support/listening/sound-formats.ts';
import { describeAudio } from './describe-audio.ts';
import { inspectFile } from './inspect-file.ts';

const SECONDS = 3.3;
const folder = mkdtempSync(join(tmpdir(), 'cradlesong-inspect-'));
const write = (name: string, body: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, body);
  return path;
};
const inspect = (name: string, body: Buffer) => inspectFile(write(name, body), 'audio');

describe.skipIf(!IS_FFMPEG_THERE)(
  IS_FFMPEG_THERE ? 'a real recording' : 'real recordings, skipped: ffmpeg is not installed',
  () => {
    const tone = ['-f', 'lavfi', '-i', `sine=440:duration=${SECONDS}:sample_rate=44100`];
    const film = ['-f', 'lavfi', '-i', 'color=c=red:s=64x64:r=5:d=9'];
    const lame = ['-c:a', 'libmp3lame', '-b:a', '128k'];
    const aac = ['-c:a', 'aac', '-b:a', '96k'];
    const FAST = ['-movflags', '+faststart'];
    const made = new Map<string, Buffer>();
    function make(name: string, ...args: string[]): Buffer {
      const path = join(folder, name);
      const known = made.get(name);
      if (known) return Buffer.from(known);
      const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, path]);
      if (status !== 0) throw new Error(`ffmpeg did not make ${name}: ${stderr}`);
      made.set(name, readFileSync(path));
      return readFileSync(path);
    }
    const bareMp3 = () =>
      make('bare.mp3', ...tone, ...lame, '-write_xing', '0', '-id3v2_version', '0');
    const wholeMp3 = () => make('whole.mp3', ...tone, ...lame);
    const id3 = (size: number) =>
      Buffer.concat([
        Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, size >> 7, size & 127]),
        Buffer.alloc(size),
      ]);
    function ape(size: number): Buffer {
      const head = Buffer.alloc(32);
      head.write('APETAGEX');
      head.writeUInt32LE(2000, 8);
      head.writeUInt32LE(size + 32, 12);
      const front = Buffer.from(head);
      front.writeUInt32LE(0xa000_0000, 20);
      head.writeUInt32LE(0x8000_0000, 20);
      return Buffer.concat([front, Buffer.alloc(size, 0x41), head]);
    }
    const within = (body: Buffer, ...stray: Buffer[]) =>
      Buffer.concat([body.subarray(0, 40_000), ...stray, body.subarray(40_000)]);
    /** A WAV by a program that cannot seek back to its header: both sizes in it stay 0 or the maximum. */
    function pipedWav(size: number): Buffer {
      const body = make('plain.wav', ...tone);
      body.writeUInt32LE(size, 4);
      body.writeUInt32LE(size, body.indexOf('data') + 4);
      return body;
    }
    function bookWithLongChapters(): Buffer {
      const chapters = [0, 3000].map(
        (start) =>
          `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 17_000}\ntitle=${start}`,
      );
      write('chapters.txt', Buffer.from([';FFMETADATA1', 'title=A Book', ...chapters].join('\n')));
      const tags = ['-i', join(folder, 'chapters.txt'), '-map_metadata', '1', '-map_chapters', '1'];
      return make('book.m4b', ...tone, ...tags, ...aac);
    }
    const fragmented = ['-frag_duration', '1000000', '-movflags', 'empty_moov+default_base_moof'];
    const dash = ['-frag_duration', '1000000', '-movflags', 'dash+empty_moov'];
    const opus = (name: string, ...more: string[]) =>
      make(`${name}.opus`, ...tone, '-c:a', 'libopus', ...more);
    function lateOpus(): Buffer {
      opus('early');
      const copy = ['-c', 'copy', '-output_ts_offset', '100'];
      return make('late.opus', '-i', join(folder, 'early.opus'), ...copy);
    }

    const FILES: Readonly<
      Record<string, [extension: string, make: () => Buffer, seconds?: number]>
    > = {
      'a FLAC behind an ID3 tag': [
        'flac',
        () => Buffer.concat([id3(500), make('a.flac', ...tone)]),
      ],
      'an MP3 behind tags, zeros and stray bytes': [
        'mp3',
        () => {
          const front = [id3(300), id3(5000), Buffer.alloc(3000), ape(200)];
          return Buffer.concat([...front, Buffer.from('stray'.repeat(50)), bareMp3()]);
        },
      ],
      'an MP3 with zeros and stray bytes in the middle': [
        'mp3',
        () => within(bareMp3(), Buffer.alloc(5000), Buffer.alloc(500, 7)),
      ],
      'an MP3 with zeros, stray bytes and a tag at its end': [
        'mp3',
        () => {
          const end = [Buffer.alloc(9000), Buffer.from('stray'.repeat(500)), ape(200)];
          return Buffer.concat([bareMp3(), ...end]);
        },
      ],
      'an MP3 whose last frame is cut': ['mp3', () => wholeMp3().subarray(0, -100)],
      'two MP3s joined': ['mp3', () => Buffer.concat([wholeMp3(), wholeMp3()]), 2 * SECONDS],
      'a VBR MP3 without an index': [
        'mp3',
        () => make('vbr.mp3', ...tone, '-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0'),
      ],
      'an MP3 inside a WAV': ['wav', () => make('mp3.wav', ...tone, ...lame)],
      'a WAV written to a pipe, with sizes of 0': ['wav', () => pipedWav(0)],
      'a WAV written to a pipe, with the largest sizes': ['wav', () => pipedWav(0xffff_ffff)],
      'a WAV with 64-bit sizes (RF64)': ['wav', () => make('rf64.wav', ...tone, '-rf64', 'always')],
      'an ADPCM WAV': ['wav', () => make('adpcm.wav', ...tone, '-c:a', 'adpcm_ima_wav')],
      'a mu-law WAV': ['wav', () => make('mulaw.wav', ...tone, '-c:a', 'pcm_mulaw')],
      'a fragmented M4A': ['m4a', () => make('fragmented.m4a', ...tone, ...aac, ...fragmented)],
      'a DASH M4A': ['m4a', () => make('dash.mp4', ...tone, ...aac, ...dash)],
      'an M4B with a longer chapter track': ['m4a', bookWithLongChapters],
      'an MP4 with a longer video track': [
        'm4a',
        () => make('film.mp4', ...tone, ...film, ...aac, '-c:v', 'mpeg4'),
      ],
      'two Opus files chained': [
        'ogg',
        () => Buffer.concat([opus('early'), opus('second', '-serial_offset', '7')]),
        2 * SECONDS,
      ],
      'an Opus file that begins late': ['ogg', lateOpus],
    };

    test.each(Object.keys(FILES))('%s is accepted, with its actual length', async (name) => {
      const [extension, build, seconds = SECONDS] = FILES[name] ?? ['', () => Buffer.alloc(0)];
      const inspection = await inspect('file', build());
      expect(inspection.extension).toBe(extension);
      expect(Math.abs((inspection.durationSeconds ?? 0) - seconds)).toBeLessThanOrEqual(0.5);
      // The first inspection removed the metadata; a second one finds the same length and changes nothing.
      const stored = readFileSync(join(folder, 'file'));
      const again = await inspectFile(join(folder, 'file'), 'audio');
      expect(again).toMatchObject({ extension, durationSeconds: inspection.durationSeconds });
      expect(readFileSync(join(folder, 'file')).equals(stored)).toBe(true);
    });

    test.each(['utf8', 'latin1'] as const)(
      'the title of a WAV is read from %s',
      async (encoding) => {
        const title = 'Für die Löwin';
        const written = Buffer.from(title, encoding);
        const place = '?'.repeat(written.length);
        const body = make(`titled-${encoding}.wav`, ...tone, '-metadata', `title=${place}`);
        body.set(written, body.indexOf(place));
        const description = await describeAudio(write('titled.wav', body), 'wav');
        expect(description?.title).toBe(title);
      },
    );

    test('a title of an AIFF with letters beyond ASCII is left out', async () => {
      const body = make('titled.aiff', ...tone, '-metadata', 'title=Der Herr – ist');
      expect((await describeAudio(write('titled.aiff', body), 'aiff'))?.title).toBeUndefined();
    });

    test('an M4A with its index in front is refused if truncated', async () => {
      const body = make('front.m4a', ...tone, ...aac, ...FAST);
      await expect(inspect('front.m4a', body.subarray(0, body.length / 2))).rejects.toThrow(
        /damaged/,
      );
    });

    test('a file that cannot be played is refused with a reason', async () => {
      const channels = make('plain.wav', ...tone);
      channels.writeUInt16LE(65_535, 22);
      await expect(inspect('many.wav', channels)).rejects.toMatchObject({ status: 422 });
      const rate = make('plain.wav', ...tone);
      rate.writeUInt32LE(4_000_000_000, 24);
      await expect(inspect('rate.wav', rate)).rejects.toThrow(/kHz|decoded/);
      const noise = Buffer.concat([
        make('front.m4a', ...tone, ...aac, ...FAST).subarray(0, 40),
        Buffer.alloc(9),
      ]);
      await expect(inspect('noise.m4a', noise)).rejects.toThrow(/cannot be decoded/);
    });
  },
);
