import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const IS_FFMPEG_THERE = spawnSync('ffmpeg', ['-version']).status === 0;

const CBR = ['-c:a', 'libmp3lame', '-b:a', '128k'];
const VBR = ['-c:a', 'libmp3lame', '-q:a', '4'];

/** Formats that owners upload: file name, and the ffmpeg arguments that make it. */
export const SOUND_FORMATS: readonly (readonly [name: string, encoding: readonly string[]])[] = [
  ['cbr.mp3', CBR],
  ['vbr.mp3', VBR],
  ['aac.m4a', ['-c:a', 'aac', '-b:a', '128k']],
  ['bits16.wav', ['-c:a', 'pcm_s16le']],
  ['bits24.wav', ['-c:a', 'pcm_s24le', '-ar', '96000']],
  ['float32.wav', ['-c:a', 'pcm_f32le']],
  ['flac.flac', ['-c:a', 'flac']],
  ['vorbis.ogg', ['-c:a', 'libvorbis']],
  ['opus.opus', ['-c:a', 'libopus', '-b:a', '96k']],
  ['aiff.aiff', ['-c:a', 'pcm_s16be']],
];

/** A stereo tone, encoded by ffmpeg. */
export function encodeTone(
  name: string,
  encoding: readonly string[],
  { seconds }: { seconds: number },
): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), 'cradlesong-sound-')), name);
  const tone = ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}:sample_rate=44100`];
  const output = ['-ac', '2', '-af', 'volume=-20dB', ...encoding, file];
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...tone, ...output]);
  if (status !== 0) throw new Error(`ffmpeg did not make ${name}: ${stderr}`);
  return readFileSync(file);
}
