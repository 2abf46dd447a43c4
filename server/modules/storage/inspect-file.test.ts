import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeTone, IS_FFMPEG_THERE, SOUND_FORMATS } from '#tests/support/sound-formats.ts';
import { inspectFile } from './inspect-file.ts';

const SECONDS = 5.3;
const folder = mkdtempSync(join(tmpdir(), 'cradlesong-inspect-'));
const inspect = (name: string, body: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, body);
  return inspectFile(path, 'audio');
};

describe.skipIf(!IS_FFMPEG_THERE)(
  IS_FFMPEG_THERE ? 'a real recording' : 'real recordings, not tried: ffmpeg is not installed',
  () => {
    test.each(SOUND_FORMATS)(
      '%s is as long as it is, and refused without its end',
      async (...[name, encoding]) => {
        const body = encodeTone(name, encoding, { seconds: SECONDS });
        const { ending, durationSeconds } = await inspect(name, body);
        expect(name.replace('opus.opus', 'x.ogg')).toMatch(new RegExp(`\\.${ending}$`));
        expect(Math.abs((durationSeconds ?? 0) - SECONDS)).toBeLessThanOrEqual(0.1);
        const cut = body.subarray(0, Math.floor(body.length * 0.7) + 1);
        await expect(inspect(name, cut)).rejects.toThrow(/damaged/);
      },
    );
  },
);
