import { unlink } from 'node:fs/promises';
import type { StoredObject } from '#contract/calls/storage.ts';
import { defaultKbits, MAX_TRUE_PEAK_DB, TARGET_LUFS } from '#contract/rows/recordings.ts';
import { toJson } from '#db/codecs.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { extensionOf } from '#server/core/files/ffmpeg-input.ts';
import { objectOfAddress } from '#server/modules/storage/objects.usecases.ts';
import { ingest } from '#server/modules/storage/uploads/upload.usecases.ts';
import {
  type AudioFile,
  canKeepFormat,
  type Ffmpeg,
  listeningExtension,
  type Measurement,
  type OnProgress,
  type Quality,
} from './ffmpeg.ts';
import {
  finishJob,
  switchTracks,
  type Unlevelled,
  updateRecording,
  updateTracks,
} from './recordings.repository.ts';

/** Smaller differences are inaudible, and a copy would only cost quality. */
const TOLERANCE_LU = 0.5;
const LENGTH_TOLERANCE_S = 0.05;
/** Headroom, because encoding can raise peaks. */
const PEAK_HEADROOM_DB = 0.5;
const MAX_TRIES = 5;

/** Why a recording cannot be levelled, for display. */
export class LevelError extends Error {}

export interface LevelDeps extends ServerDeps {
  readonly ffmpeg: Ffmpeg;
}

/** Measures a queued recording and updates its tracks. */
export async function measureRecording(
  deps: LevelDeps,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await updateRecording(deps, path, { state: 'measuring', failure: null });
  const report = createProgressReporter(deps, path);
  const { codec, bitrate, seconds, loudness, truePeak, peaks } = await withFile(
    deps,
    path,
    (file) => deps.ffmpeg.measure(file, signal, report),
  );
  const job = { path, job: 'measuring' } as const;
  const isDone = await finishJob(deps, deps.db.kysely, job, {
    state: loudness === null ? 'silent' : 'measured',
    codec,
    bitrate,
    seconds,
    loudness_lufs: loudness,
    true_peak_db: truePeak,
    peaks: toJson(peaks),
  });
  if (isDone) await updateTracks(deps, path, { seconds, loudness });
}

/** Makes and verifies the levelled copy, then switches the tracks to it. */
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
  original: AudioFile,
  signal: AbortSignal,
): Promise<void> {
  const quality = { kbits: wanted ?? defaultKbits(kind), isChosen: wanted !== null };
  const report = createProgressReporter(deps, path);
  const measured = await deps.ffmpeg.measure(original, signal, (share) => report(share / STEPS));
  const { loudness } = measured;
  if (loudness === null) {
    await finishJob(deps, deps.db.kysely, { path, job: 'levelling' }, { state: 'silent' });
    return;
  }
  if (meetsTarget(measured, TOLERANCE_LU) && canKeepFormat(original, measured, quality)) {
    const move = { from: playing, to: path, loudness };
    await switchTracks(deps, path, move, { state: 'fits', target_lufs: TARGET_LUFS });
    return;
  }
  const job = { path, original, measured, loudness, quality, report };
  const copy = await makeCopy(deps, job, signal);
  await switchTracks(
    deps,
    path,
    { from: playing, to: copy.stored.path, loudness: copy.loudness },
    {
      state: 'levelled',
      target_lufs: TARGET_LUFS,
      levelled_path: copy.stored.path,
      levelled_lufs: copy.loudness,
      levelled_peak_db: copy.truePeak,
      levelled_bytes: copy.stored.bytes,
      levelled_kbits: Math.round((copy.stored.bytes * 8) / 1000 / measured.seconds),
    },
  );
}

/** Measure, convert, measure again. */
const STEPS = 3;
const REPORT_MS = 1500;

/** Reports progress in the recording's row; throttled, since every change is sent to all readers. */
function createProgressReporter(deps: LevelDeps, path: string): OnProgress {
  let last = performance.now();
  return (share) => {
    if (performance.now() - last < REPORT_MS) return;
    last = performance.now();
    updateRecording(deps, path, { progress: Math.round(share * 100) / 100 }).catch((err: unknown) =>
      deps.logger.warn({ err }, 'saving the progress of a recording failed'),
    );
  };
}

/** A copy has been measured already, so it is not queued. */
const noop = async () => undefined;

interface CopyJob {
  path: string;
  original: AudioFile;
  measured: Measurement;
  loudness: number;
  quality: Quality;
  report: OnProgress;
}

interface Copy {
  stored: StoredObject;
  loudness: number;
  truePeak: number | null;
}

/**
 * Applies one gain to the whole recording, and a limiter if needed. Measures the copy and corrects both, because
 * encoding moves peaks and a limiter reduces loudness.
 */
async function makeCopy(deps: LevelDeps, job: CopyJob, signal: AbortSignal): Promise<Copy> {
  const { original, measured, loudness, quality, report } = job;
  let gain = TARGET_LUFS - loudness;
  let ceiling = MAX_TRUE_PEAK_DB - PEAK_HEADROOM_DB;
  let problem = '';
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const temporary = await deps.store.createTemporary();
    try {
      const filter = filterFor(measured, gain, ceiling);
      const conversion = { filter, measured, quality };
      await deps.ffmpeg.convert(original, temporary, conversion, signal, (share) =>
        report((1 + share) / STEPS),
      );
      const copy = { path: temporary, extension: listeningExtension(original, measured, quality) };
      const made = await deps.ffmpeg.measure(copy, signal, (share) => report((2 + share) / STEPS));
      if (made.loudness === null) throw new LevelError('The copy was silent.');
      problem = findProblem(made, measured);
      if (problem === '') {
        const stored = await ingest({ ...deps, onStored: noop }, temporary, nameFor(job.path));
        return { stored, loudness: made.loudness, truePeak: made.truePeak };
      }
      gain += TARGET_LUFS - made.loudness;
      ceiling -= Math.max(0, (made.truePeak ?? 0) - MAX_TRUE_PEAK_DB);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
  }
  throw new LevelError(`No levelled copy is good enough: ${problem}.`);
}

/** Limits at four times the sample rate, to catch peaks between samples. */
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

/** Empty if the copy is correct. */
function findProblem(made: Measurement, { seconds }: Measurement): string {
  if (Math.abs(made.seconds - seconds) > LENGTH_TOLERANCE_S) {
    return `it lasts ${made.seconds} s instead of ${seconds} s`;
  }
  if (meetsTarget(made, TOLERANCE_LU)) return '';
  return `it has ${made.loudness} LUFS and a peak of ${made.truePeak} dB`;
}

function meetsTarget({ loudness, truePeak }: Measurement, within: number): boolean {
  return (
    loudness !== null &&
    Math.abs(loudness - TARGET_LUFS) <= within &&
    (truePeak ?? 0) <= MAX_TRUE_PEAK_DB
  );
}

async function withFile<T>(
  { store }: LevelDeps,
  address: string,
  work: (file: AudioFile) => Promise<T>,
): Promise<T> {
  const object = objectOfAddress(address);
  if (!object) throw new LevelError('The recording is not stored on this server.');
  const extension = extensionOf(object.name);
  if (extension === undefined)
    throw new LevelError('The file name needs the extension of an audio format.');
  return store.withLocalFile(object.bucket, object.name, (path) => work({ path, extension }));
}

/** `calm-0123456789abcdef.mp3` → `calm-levelled`, to which the copy's hash is added. */
function nameFor(path: string) {
  const slug = path
    .split('/')
    .at(-1)
    ?.replace(/(-levelled)?-[0-9a-f]{16,64}\.\w+$/, '');
  return { bucket: 'audio' as const, name: `${slug}-levelled` };
}
