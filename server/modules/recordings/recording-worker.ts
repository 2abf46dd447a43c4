import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerDeps } from '#server/core/deps.ts';
import { acquireLock } from '#server/core/file-lock.ts';
import { createFfmpeg } from './ffmpeg.ts';
import { type LevelDeps, levelRecording, measureRecording } from './level.usecases.ts';
import {
  findUnlevelled,
  findWaiting,
  isAnyWithoutFfmpeg,
  requeueRecordings,
  updateRecording,
} from './recordings.repository.ts';

/** Many changes come at once; they are looked at together. */
const SETTLE_MS = 500;
/** For what no change told of: another worker died, or ffmpeg was installed. */
const LOOK_AGAIN_MS = 10 * 60_000;

/**
 * Measures and levels recordings in the background, one at a time among all workers of the machine.
 * Stopping kills what runs; the next start begins that recording again.
 */
export function startRecordingWorker(deps: ServerDeps): () => Promise<void> {
  const { db, logger, config } = deps;
  const level: LevelDeps = { ...deps, ffmpeg: createFfmpeg(config.FFMPEG) };
  const stop = new AbortController();
  let settling: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  /** Also for what waits for ffmpeg to be installed. */
  let isThorough = true;

  const wake = () => {
    settling ??= setTimeout(() => {
      settling = undefined;
      isWanted = true;
      running ??= work().finally(() => {
        running = undefined;
      });
    }, SETTLE_MS).unref();
  };

  async function work(): Promise<void> {
    while (isWanted && !stop.signal.aborted) {
      isWanted = false;
      try {
        await workThrough(level, { signal: stop.signal, isThorough });
        isThorough = false;
      } catch (err) {
        if (!stop.signal.aborted) logger.warn({ err }, 'recordings wait for the next try');
      }
    }
  }

  const unsubscribe = db.onChange(wake);
  const timer = setInterval(() => {
    isThorough = true;
    wake();
  }, LOOK_AGAIN_MS).unref();
  wake();
  return async () => {
    unsubscribe();
    clearInterval(timer);
    clearTimeout(settling);
    stop.abort();
    await running;
  };
}

async function workThrough(
  deps: LevelDeps,
  { signal, isThorough }: { signal: AbortSignal; isThorough: boolean },
): Promise<void> {
  if (!(await hasWork(deps)) && !(isThorough && (await isAnyWithoutFfmpeg(deps)))) return;
  await mkdir(deps.store.incoming, { recursive: true });
  const lock = await acquireLock(join(deps.store.incoming, 'recordings.lock'));
  if (!lock) return;
  try {
    const isFfmpegThere = await deps.ffmpeg.isThere();
    await requeueRecordings(deps, isFfmpegThere);
    while (!signal.aborted && (await doNext(deps, isFfmpegThere, signal)));
  } finally {
    await lock.release();
  }
}

async function hasWork(deps: LevelDeps): Promise<boolean> {
  return (await findWaiting(deps)) !== undefined || (await findUnlevelled(deps)) !== undefined;
}

/** False when there is nothing left to do. */
async function doNext(
  deps: LevelDeps,
  isFfmpegThere: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const waiting = await findWaiting(deps);
  const unlevelled = waiting === undefined ? await findUnlevelled(deps) : undefined;
  const path = waiting ?? unlevelled?.path;
  if (path === undefined) return false;
  if (!isFfmpegThere) {
    await updateRecording(deps, path, { state: 'no_ffmpeg' });
    return true;
  }
  try {
    if (waiting !== undefined) await measureRecording(deps, waiting, signal);
    else if (unlevelled) await levelRecording(deps, unlevelled, signal);
  } catch (err) {
    if (signal.aborted) return false;
    deps.logger.warn({ err, recording: path }, 'a recording could not be levelled');
    const failure = err instanceof Error ? err.message : String(err);
    await updateRecording(deps, path, { state: 'failed', failure });
  }
  return true;
}
