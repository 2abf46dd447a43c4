import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { StoredObject } from '#contract/calls/storage.ts';
import { MAX_TRUE_PEAK_DB, targetLoudness } from '#contract/rows/recordings.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { objectOfAddress } from '#server/modules/storage/stored-object.usecases.ts';
import { takeIn } from '#server/modules/storage/upload.usecases.ts';
import { endingOf, type Ffmpeg, type Measurement, type SoundFile } from './ffmpeg.ts';
import {
  moveTracks,
  tellTracks,
  type Unlevelled,
  updateRecording,
} from './recordings.repository.ts';

/** Nearer than this nobody hears a difference, and a copy would only cost quality. */
const NEAR_LU = 0.5;
const SAME_LENGTH_S = 0.05;
/** Encoding moves the peaks; this much room is left for it. */
const PEAK_ROOM_DB = 0.5;
const MAX_TRIES = 5;

export interface LevelDeps extends ServerDeps {
  readonly ffmpeg: Ffmpeg;
}

/** Measures one waiting recording, and says so in the tracks that play it. */
export async function measureRecording(
  deps: LevelDeps,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await updateRecording(deps, path, { state: 'measuring', failure: null });
  const { codec, bitrate, seconds, loudness, truePeak } = await deps.ffmpeg.measure(
    fileOf(deps, path),
    signal,
  );
  await updateRecording(deps, path, {
    state: loudness === null ? 'silent' : 'measured',
    codec,
    bitrate,
    seconds,
    loudness_lufs: loudness,
    true_peak_db: truePeak,
  });
  if (loudness !== null) await tellTracks(deps, path, loudness);
}

/** Makes the levelled copy, checks it, and only then lets the tracks play it. */
export async function levelRecording(
  deps: LevelDeps,
  { path, playing, kind }: Unlevelled,
  signal: AbortSignal,
): Promise<void> {
  await updateRecording(deps, path, { state: 'levelling', failure: null });
  const target = targetLoudness(kind);
  const original = fileOf(deps, path);
  const measured = await deps.ffmpeg.measure(original, signal);
  const { loudness } = measured;
  if (loudness === null) {
    await updateRecording(deps, path, { state: 'silent' });
    return;
  }
  if (isLevel(measured, target, NEAR_LU)) {
    const move = { from: playing, to: path, loudness, target };
    await moveTracks(deps, path, move, { state: 'fits', target_lufs: target });
    return;
  }
  const copy = await makeCopy(deps, { path, original, measured, loudness, target }, signal);
  await moveTracks(
    deps,
    path,
    { from: playing, to: copy.stored.path, loudness: copy.loudness, target },
    {
      state: 'levelled',
      target_lufs: target,
      levelled_path: copy.stored.path,
      levelled_lufs: copy.loudness,
      levelled_peak_db: copy.truePeak,
    },
  );
}

/** A copy is measured already. */
const nobodyWaits = async () => undefined;

interface CopyJob {
  path: string;
  original: SoundFile;
  measured: Measurement;
  loudness: number;
  target: number;
}

interface Copy {
  stored: StoredObject;
  loudness: number;
  truePeak: number | null;
}

/**
 * One gain for the whole recording, and a limiter where a peak would otherwise stand out. Both are
 * corrected by what the copy turned out to be: encoding moves peaks, and a limiter takes loudness away.
 */
async function makeCopy(deps: LevelDeps, job: CopyJob, signal: AbortSignal): Promise<Copy> {
  const { original, measured, loudness, target } = job;
  let gain = target - loudness;
  let ceiling = MAX_TRUE_PEAK_DB - PEAK_ROOM_DB;
  let problem = '';
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const temporary = await deps.store.createTemporary();
    try {
      const filter = filterFor(measured, gain, ceiling);
      await deps.ffmpeg.convert(original, temporary, { filter, measured }, signal);
      const copy = { path: temporary, ending: original.ending };
      const made = await deps.ffmpeg.measure(copy, signal);
      if (made.loudness === null) throw new Error('The copy was silent.');
      problem = findProblem(made, measured, target);
      if (problem === '') {
        const stored = await takeIn(
          { ...deps, onStored: nobodyWaits },
          temporary,
          nameFor(job.path),
          {
            bytes: (await stat(temporary)).size,
            sha256: await hashOf(temporary),
          },
        );
        return { stored, loudness: made.loudness, truePeak: made.truePeak };
      }
      gain += target - made.loudness;
      ceiling -= Math.max(0, (made.truePeak ?? 0) - MAX_TRUE_PEAK_DB);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
  }
  throw new Error(`No copy came out right: ${problem}.`);
}

/** The limiter works at four times the rate, where it also sees the peaks between two samples. */
function filterFor({ truePeak, sampleRate }: Measurement, gain: number, ceiling: number): string {
  const volume = `volume=${gain.toFixed(2)}dB`;
  if ((truePeak ?? 0) + gain <= ceiling) return volume;
  const limit = (10 ** (ceiling / 20)).toFixed(4);
  return [
    volume,
    `aresample=${sampleRate * 4}`,
    `alimiter=limit=${limit}:level=disabled:attack=5:release=50`,
    `aresample=${sampleRate}`,
  ].join(',');
}

/** Empty when the copy is as it should be. */
function findProblem(made: Measurement, { seconds }: Measurement, target: number): string {
  if (Math.abs(made.seconds - seconds) > SAME_LENGTH_S) {
    return `it lasts ${made.seconds} s instead of ${seconds} s`;
  }
  if (isLevel(made, target, NEAR_LU)) return '';
  return `it has ${made.loudness} LUFS and a peak of ${made.truePeak} dB`;
}

function isLevel(measured: Measurement, target: number, within: number): boolean {
  const { loudness, truePeak } = measured;
  return (
    loudness !== null &&
    Math.abs(loudness - target) <= within &&
    (truePeak ?? 0) <= MAX_TRUE_PEAK_DB
  );
}

function fileOf({ store }: LevelDeps, address: string): SoundFile {
  const object = objectOfAddress(address);
  const path = object && store.localPath(object.bucket, object.name);
  if (path === undefined) throw new Error('The recording is not on this machine.');
  const ending = endingOf(path);
  if (ending === undefined) throw new Error('The file is not named .mp3, .m4a or .wav.');
  return { path, ending };
}

/** `calm-0123456789abcdef.mp3` → `calm-levelled`, to which its own hash is added. */
function nameFor(path: string) {
  const slug = path
    .split('/')
    .at(-1)
    ?.replace(/(-levelled)?-[0-9a-f]{16,64}\.\w+$/, '');
  return { bucket: 'audio' as const, name: `${slug}-levelled` };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
