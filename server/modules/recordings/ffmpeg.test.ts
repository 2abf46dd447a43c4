import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { extensionOf } from '#server/core/files/ffmpeg-input.ts';
import { tone } from '#tests/support/sample-files.ts';
import { createFfmpeg } from './ffmpeg.ts';

const IS_FFMPEG_THERE = spawnSync('ffmpeg', ['-version']).status === 0;
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'cradlesong-ffmpeg-'));
const write = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const ID3 = Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1');
/** A recording whose first frame contains text. */
const disguised = (words: string) => {
  const frame = Buffer.alloc(417, 0x20);
  Buffer.from([0xff, 0xfb, 0x90, 0x44]).copy(frame);
  frame.write(words, 4);
  return Buffer.concat([ID3, frame]);
};

describe.skipIf(!IS_FFMPEG_THERE)(
  IS_FFMPEG_THERE
    ? '[Q3] the input of ffmpeg'
    : 'the input of ffmpeg, skipped: not installed on this machine',
  () => {
    const { measure } = createFfmpeg('ffmpeg');

    test('is decoded as audio, and never as a list of other files or addresses to open', async () => {
      write('secret.wav', tone(3, { amplitude: 0.1 }));
      expect(
        await measure({ path: join(folder, 'secret.wav'), extension: 'wav' }, never),
      ).toMatchObject({ seconds: 3 });
      const lists = [
        'ffconcat version 1.0\nfile secret.wav\n',
        '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nsecret.wav\n#EXT-X-ENDLIST\n',
        `#EXTM3U\n#EXTINF:3,\nhttp://127.0.0.1:9/secret.wav\n#EXT-X-ENDLIST\n`,
      ];
      const extensions = ['mp3', 'm4a', 'wav', 'flac', 'ogg', 'aiff'] as const;
      for (const [index, text] of lists.entries()) {
        for (const extension of index === 0 ? extensions : extensions.slice(0, 2)) {
          const path = write(`list.${extension}`, text);
          await expect(measure({ path, extension }, never), text).rejects.toThrow();
          const tagged = write(`tagged.${extension}`, Buffer.concat([ID3, Buffer.from(text)]));
          await expect(measure({ path: tagged, extension }, never), text).rejects.toThrow();
        }
      }
    });

    test('does not open a network session that an SDP description in the file names', async () => {
      const from = write('short.wav', tone(0.06, { amplitude: 0.1 }));
      const encoding = '-c:a libmp3lame -b:a 128k -write_xing 0 -id3v2_version 0 -f mp3 -';
      const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', from, ...encoding.split(' ')]);
      const session = '\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 14\n';
      const path = write('session.mp3', Buffer.concat([disguised(session), stdout]));
      expect(await measure({ path, extension: 'mp3' }, never)).toMatchObject({ codec: 'mp3' });
    });
  },
);

describe.skipIf(process.platform === 'win32')('a program that decodes untrusted files', () => {
  const script = (text: string) => {
    const path = write(`${Math.random()}.sh`, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o700);
    return path;
  };
  const run = (text: string, options?: { longestMs: number }) =>
    createFfmpeg(script(text), options).measure({ path: '/nowhere', extension: 'mp3' }, never);

  test('is killed when it hangs', async () => {
    const began = performance.now();
    await expect(run('sleep 60', { longestMs: 300 })).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('has limited file size and CPU time, writes no core dump, and does not get our HOME', async () => {
    const limits = 'echo $(ulimit -f) $(ulimit -t) $(ulimit -c) $(env | grep -c HOME) >&2; exit 1';
    await expect(run(limits)).rejects.toThrow('4194304 3600 0 0');
  });

  test.runIf(process.platform === 'linux')('is limited to one gigabyte of memory', async () => {
    await expect(run('echo $(ulimit -v) >&2; exit 1')).rejects.toThrow('1048576');
  });
});

test('the format is the extension of the stored name, if it is a known one', () => {
  expect(['a.mp3', 'b.M4A', 'c.x.wav'].map(extensionOf)).toEqual(['mp3', 'm4a', 'wav']);
  expect(['a.m3u8', 'calm', 'a.sdp', 'a.', 'a.constructor'].map(extensionOf)).toEqual(
    Array(5).fill(undefined),
  );
});
