import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { StoredObject } from '#contract/calls/storage.ts';
import { defaultKbits, MAX_TRUE_PEAK_DB, targetLoudness } from '#contract/rows/recordings.ts';
import { toJson } from '#db/codecs.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { objectOfAddress } from '#server/modules/storage/stored-object.usecases.ts';
import { takeIn } from '#server/modules/storage/upload.usecases.ts';
import {
  endingOf,
  type Ffmpeg,
  isLight,
  listeningEnding,
  type Measurement,
  type OnProgress,
  type Quality,
  type SoundFile,
} from './ffmpeg.ts';
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
  const tell = createTeller(deps, path);
  const { codec, bitrate, seconds, loudness, truePeak, peaks } = await withFile(
    deps,
    path,
    (file) => deps.ffmpeg.measure(file, signal, tell),
  );
  await updateRecording(deps, path, {
    state: loudness === null ? 'silent' : 'measured',
    codec,
    bitrate,
    seconds,
    loudness_lufs: loudness,
    true_peak_db: truePeak,
    peaks: toJson(peaks),
    progress: null,
  });
  if (loudness !== null) await tellTracks(deps, path, loudness);
}

/** Makes the levelled copy, checks it, and only then lets the tracks play it. */
export async function levelRecording(
  deps: LevelDeps,
  job: Unlevelled,
  signal: AbortSignal,
): Promise<void> {
  await updateRecording(deps, job.path, { state: 'levelling', failure: null });
  await withFile(deps, job.path, (original) => levelFile(deps, job, original, signal));
}

async function levelFile(
  deps: LevelDeps,
  { path, playing, kind, wanted_kbits: wanted }: Unlevelled,
  original: SoundFile,
  signal: AbortSignal,
): Promise<void> {
  const target = targetLoudness(kind);
  const quality = { kbits: wanted ?? defaultKbits(kind), isChosen: wanted !== null };
  const tell = createTeller(deps, path);
  const measured = await deps.ffmpeg.measure(original, signal, (share) => tell(share / STEPS));
  const { loudness } = measured;
  if (loudness === null) {
    await updateRecording(deps, path, { state: 'silent', progress: null });
    return;
  }
  if (isLevel(measured, target, NEAR_LU) && isLight(original, measured, quality)) {
    const move = { from: playing, to: path, loudness, target };
    await moveTracks(deps, path, move, { state: 'fits', target_lufs: target, progress: null });
    return;
  }
  const job = { path, original, measured, loudness, target, quality, tell };
  const copy = await makeCopy(deps, job, signal);
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
      levelled_bytes: copy.stored.bytes,
      levelled_kbits: Math.round((copy.stored.bytes * 8) / 1000 / measured.seconds),
      progress: null,
    },
  );
}

/** Measured, converted, and measured again. */
const STEPS = 3;
const TELL_MS = 1500;

/** Says how far it is, in the row that the editor reads; seldom, since every change goes to all who watch. */
function createTeller(deps: LevelDeps, path: string): OnProgress {
  let last = performance.now();
  return (share) => {
    if (performance.now() - last < TELL_MS) return;
    last = performance.now();
    updateRecording(deps, path, { progress: Math.round(share * 100) / 100 }).catch((err: unknown) =>
      deps.logger.warn({ err }, 'how far a recording is was not told'),
    );
  };
}

/** A copy is measured already. */
const nobodyWaits = async () => undefined;

interface CopyJob {
  path: string;
  original: SoundFile;
  measured: Measurement;
  loudness: number;
  target: number;
  quality: Quality;
  tell: OnProgress;
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
  const { original, measured, loudness, target, quality, tell } = job;
  let gain = target - loudness;
  let ceiling = MAX_TRUE_PEAK_DB - PEAK_ROOM_DB;
  let problem = '';
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const temporary = await deps.store.createTemporary();
    try {
      const filter = filterFor(measured, gain, ceiling);
      const wish = { filter, measured, quality };
      await deps.ffmpeg.convert(original, temporary, wish, signal, (share) =>
        tell((1 + share) / STEPS),
      );
      const copy = { path: temporary, ending: listeningEnding(original, measured, quality) };
      const made = await deps.ffmpeg.measure(copy, signal, (share) => tell((2 + share) / STEPS));
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

async function withFile<T>(
  { store }: LevelDeps,
  address: string,
  work: (file: SoundFile) => Promise<T>,
): Promise<T> {
  const object = objectOfAddress(address);
  if (!object) throw new Error('The recording is not kept by this program.');
  const ending = endingOf(object.name);
  if (ending === undefined) throw new Error('The ending of its name is not one of a recording.');
  return store.withLocalFile(object.bucket, object.name, (path) => work({ path, ending }));
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
