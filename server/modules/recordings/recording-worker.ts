import { LEASE_MS, takeLease } from '#db/leases.ts';
import type { Config } from '#server/core/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createFfmpeg } from './ffmpeg.ts';
import { type LevelDeps, levelRecording, measureRecording } from './level.usecases.ts';
import { findNpmFfmpeg } from './npm-ffmpeg.ts';
import {
  findUnlevelled,
  findWaiting,
  isAnyWithoutFfmpeg,
  isStopped,
  requeueRecordings,
  updateRecording,
} from './recordings.repository.ts';

/** Many changes come at once; they are looked at together. */
const SETTLE_MS = 500;
/** For what no change told of: another worker died, or ffmpeg was installed. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** Who has named a program wants that one. */
const chooseFfmpeg = ({ FFMPEG }: Pick<Config, 'FFMPEG'>) =>
  createFfmpeg(FFMPEG, FFMPEG === DEFAULT_FFMPEG ? { standIn: () => findNpmFfmpeg() } : {});
const DEFAULT_FFMPEG = 'ffmpeg';

/**
 * Measures and levels recordings in the background, one at a time among all workers of all machines.
 * Stopping kills what runs; whoever comes next begins that recording again.
 */
export function startRecordingWorker(deps: ServerDeps): () => Promise<void> {
  const { db, logger, config } = deps;
  const level: LevelDeps = { ...deps, ffmpeg: chooseFfmpeg(config) };
  const stop = new AbortController();
  let settling: NodeJS.Timeout | undefined;
  let waiting: NodeJS.Timeout | undefined;
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
        const isOurs = await workThrough(level, { signal: stop.signal, isThorough });
        if (isOurs) isThorough = false;
        // Whoever is at it may die of it.
        else waiting ??= setTimeout(lookAgain, LEASE_MS).unref();
      } catch (err) {
        if (!stop.signal.aborted) logger.warn({ err }, 'recordings wait for the next try');
      }
    }
  }

  const lookAgain = () => {
    waiting = undefined;
    wake();
  };
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
    clearTimeout(waiting);
    stop.abort();
    await running;
  };
}

/** False when another has work that is to be done. */
async function workThrough(
  deps: LevelDeps,
  { signal, isThorough }: { signal: AbortSignal; isThorough: boolean },
): Promise<boolean> {
  if (!(await hasWork(deps)) && !(isThorough && (await isAnyWithoutFfmpeg(deps)))) return true;
  const lease = await takeLease(deps.db, 'levelling');
  if (!lease) return false;
  const either = AbortSignal.any([signal, lease.lost]);
  try {
    const isFfmpegThere = await deps.ffmpeg.isThere();
    await requeueRecordings(deps, isFfmpegThere);
    while (!either.aborted && (await doNext(deps, isFfmpegThere, either)));
  } finally {
    await lease.release();
  }
  return !lease.lost.aborted;
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
  const owner = watchOwner(deps, path);
  const either = AbortSignal.any([signal, owner.signal]);
  try {
    if (waiting !== undefined) await measureRecording(deps, waiting, either);
    else if (unlevelled) await levelRecording(deps, unlevelled, either);
  } catch (err) {
    if (signal.aborted) return false;
    if (owner.signal.aborted) return true;
    deps.logger.warn({ err, recording: path }, 'a recording could not be levelled');
    const failure = err instanceof Error ? err.message : String(err);
    await updateRecording(deps, path, { state: 'failed', failure, progress: null });
  } finally {
    owner.stop();
  }
  return true;
}

/** Her stop may come from another process; the row says it. */
function watchOwner(deps: LevelDeps, path: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const look = () => {
    isStopped(deps, path).then(
      (isAsked) => isAsked && controller.abort(),
      (err: unknown) => deps.logger.warn({ err }, 'whether to stop could not be read'),
    );
  };
  return { signal: controller.signal, stop: deps.db.onChange(look) };
}
