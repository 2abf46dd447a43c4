import { cutTo } from '#contract/constants/limits.ts';
import { recordings } from '#contract/rows/recordings.ts';
import { readTransientFailure } from '#db/errors.ts';
import { acquireLease, LEASE_MS } from '#db/leases.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createFfmpeg } from './ffmpeg.ts';
import { type LevelDeps, LevelError, levelRecording, measureRecording } from './level.usecases.ts';
import {
  findUnlevelled,
  findWaiting,
  finishJob,
  isAnyWithoutFfmpeg,
  isStopped,
  requeueRecordings,
  updateRecording,
} from './recordings.repository.ts';

/** Debounces bursts of changes. */
const DEBOUNCE_MS = 500;
/** For cases without a change event: another worker died, or ffmpeg was installed. */
const POLL_MS = 10 * 60_000;

/**
 * Measures and levels recordings in the background, one at a time over all workers and machines. Stopping kills
 * the current job, which the next worker restarts.
 */
export function startRecordingWorker(deps: ServerDeps): () => Promise<void> {
  const { db, logger, config } = deps;
  const level: LevelDeps = { ...deps, ffmpeg: createFfmpeg(config.FFMPEG) };
  const stop = new AbortController();
  let debounce: NodeJS.Timeout | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  /** The next run also retries recordings that waited for ffmpeg. */
  let isThorough = true;

  const wake = () => {
    debounce ??= setTimeout(() => {
      debounce = undefined;
      isWanted = true;
      running ??= work().finally(() => {
        running = undefined;
      });
    }, DEBOUNCE_MS).unref();
  };

  async function work(): Promise<void> {
    while (isWanted && !stop.signal.aborted) {
      isWanted = false;
      try {
        const isOurs = await processQueue(level, { signal: stop.signal, isThorough });
        if (isOurs) isThorough = false;
        // Tries again later, because the current lease holder may die.
        else waiting ??= setTimeout(retry, LEASE_MS).unref();
      } catch (err) {
        const cause = readTransientFailure(err) === undefined ? { err } : { reason: String(err) };
        if (!stop.signal.aborted) logger.warn(cause, 'recordings failed; retrying later');
      }
    }
  }

  const retry = () => {
    waiting = undefined;
    wake();
  };
  const unsubscribe = db.onChange(wake);
  const timer = setInterval(() => {
    isThorough = true;
    wake();
  }, POLL_MS).unref();
  wake();
  return async () => {
    unsubscribe();
    clearInterval(timer);
    clearTimeout(debounce);
    clearTimeout(waiting);
    stop.abort();
    await running;
  };
}

/** False if another process has the lease and work remains. */
async function processQueue(
  deps: LevelDeps,
  { signal, isThorough }: { signal: AbortSignal; isThorough: boolean },
): Promise<boolean> {
  if (!(await hasWork(deps)) && !(isThorough && (await isAnyWithoutFfmpeg(deps)))) return true;
  const lease = await acquireLease(deps.db, 'levelling');
  if (!lease) return false;
  const either = AbortSignal.any([signal, lease.lost]);
  try {
    const hasFfmpeg = await deps.ffmpeg.isInstalled();
    await requeueRecordings(deps, hasFfmpeg);
    while (!either.aborted && (await processNext(deps, hasFfmpeg, either)));
  } finally {
    await lease.release();
  }
  return !lease.lost.aborted;
}

async function hasWork(deps: LevelDeps): Promise<boolean> {
  return (await findWaiting(deps)) !== undefined || (await findUnlevelled(deps)) !== undefined;
}

/** False if the queue is empty. */
async function processNext(
  deps: LevelDeps,
  hasFfmpeg: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const waiting = await findWaiting(deps);
  const unlevelled = waiting === undefined ? await findUnlevelled(deps) : undefined;
  const path = waiting ?? unlevelled?.path;
  if (path === undefined) return false;
  if (!hasFfmpeg) {
    await updateRecording(deps, path, { state: 'no_ffmpeg' });
    return true;
  }
  const watcher = watchForStop(deps, path);
  const either = AbortSignal.any([signal, watcher.signal]);
  try {
    if (waiting !== undefined) await measureRecording(deps, waiting, either);
    else if (unlevelled) await levelRecording(deps, unlevelled, either);
  } catch (err) {
    if (signal.aborted) return false;
    if (watcher.signal.aborted) return true;
    deps.logger.warn({ err, recording: path }, 'a recording could not be levelled');
    const failure = cutTo(recordings.columns.failure.max, explainFailure(err));
    const job = waiting === undefined ? 'levelling' : 'measuring';
    await finishJob(deps, deps.db.kysely, { path, job }, { state: 'failed', failure });
  } finally {
    watcher.stop();
  }
  return true;
}

/** Details of ffmpeg errors are only logged, because they contain folders of the server. */
function explainFailure(error: unknown): string {
  if (error instanceof AppError) return error.publicMessage;
  if (error instanceof LevelError) return error.message;
  return 'The recording could not be decoded. Export it again as MP3, M4A, WAV or FLAC and upload that.';
}

/** Reads the row on every change, because the owner may stop the work through another process. */
function watchForStop(deps: LevelDeps, path: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const checkStop = () => {
    isStopped(deps, path).then(
      (isAsked) => isAsked && controller.abort(),
      (err: unknown) => deps.logger.warn({ err }, 'reading whether a recording was stopped failed'),
    );
  };
  return { signal: controller.signal, stop: deps.db.onChange(checkStop) };
}
