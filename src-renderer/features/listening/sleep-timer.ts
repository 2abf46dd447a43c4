import { isSounding } from '#renderer/data/playback.ts';
import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import type { QueuedPlayer } from './create-player.ts';
import type { PlayerEngine } from './player-engine.ts';
import { bringToEnd, canSetVolume, type Ending } from './sleep-ending.ts';

export const SLEEP_MINUTES = [5, 10, 15, 20, 30, 45, 60, 90] as const;

/** `time`: silence at an hour of the clock. `track`: silence when this track has ended. */
export type Sleep =
  | { readonly until: 'time'; readonly endsAt: number; readonly minutes: number }
  | { readonly until: 'track'; readonly trackId: number; readonly setAt: number };

export interface SleepTimer {
  get(): Sleep | null;
  /** False where the volume is not the page's: it ends with the sentence that is being said. */
  readonly fades: boolean;
  /** It is growing quiet. */
  isEnding(): boolean;
  setMinutes(minutes: number): void;
  /** Before its first sound as well. */
  setTrack(trackId: number): void;
  /** Also gives the volume back. */
  cancel(): void;
  /** Another tab has changed what the device keeps. */
  readAgain(): void;
  onChange(listener: () => void): () => void;
}

interface SleepTimerParts {
  readonly engine: PlayerEngine;
  readonly player: QueuedPlayer;
  readonly element: { volume: number };
  /** Where the voice pauses next, in the loaded track. */
  readonly nextPause: () => number;
}

const SHORTEST_FADE_S = 10;
const LONGEST_FADE_S = 120;
const MINUTE_MS = 60_000;
const HALF_A_DAY_MS = 12 * 60 * MINUTE_MS;

export const sleepKey = jsonKey<Sleep>('sleepTimer', readSleep);

/**
 * Silence at the time she chose. It is an hour of the clock, kept on the device: a pause does not move
 * it, a reload does not lose it, and one that passes while nothing sounds is over without a trace.
 */
export function createSleepTimer(parts: SleepTimerParts): SleepTimer {
  const { engine, player, element, nextPause } = parts;
  const listeners = new Set<() => void>();
  const fades = canSetVolume(element);
  let sleep: Sleep | null = null;
  /** Whether the queue has been told to stop after the chosen track. */
  let isTold = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let callOff: (() => void) | null = null;

  const show = (next: Sleep | null) => {
    clearTimeout(timer);
    callOff?.();
    callOff = null;
    sleep = next;
    isTold = false;
    look();
    for (const listener of listeners) listener();
  };
  const set = (next: Sleep | null) => {
    if (next) writeDevice(sleepKey, next);
    else clearDevice(sleepKey);
    show(next);
  };
  const look = () => {
    if (sleep?.until === 'track') tellQueue(sleep.trackId);
    else if (sleep) watchClock(sleep);
  };
  const tellQueue = (trackId: number) => {
    if (isTold || engine.getState().playback.track?.id !== trackId) return;
    player.setStopsAfterThis(true);
    isTold = true;
  };
  const watchClock = ({ endsAt, minutes }: Sleep & { until: 'time' }) => {
    if (callOff) return;
    clearTimeout(timer);
    const now = Date.now();
    const beginsAt = endsAt - (fades ? fadeSeconds(minutes) * 1_000 : 0);
    const sounds = isSounding(engine.getState().playback.status);
    if (now >= beginsAt && sounds) begin((endsAt - now) / 1_000);
    // Kept as it is, and past: another tab that sounds reads it there for itself.
    else if (now >= endsAt) show(null);
    else timer = setTimeout(look, (now < beginsAt ? beginsAt : endsAt) - now);
  };
  const begin = (seconds: number) => {
    const ending = chooseEnding(Math.max(SHORTEST_FADE_S, seconds));
    callOff = bringToEnd({ engine, element, hold: player.hold }, ending, () => {
      callOff = null;
      set(null);
    });
    for (const listener of listeners) listener();
  };
  const chooseEnding = (seconds: number): Ending => {
    const { time, rate } = engine.getState();
    if (!fades) return { by: 'pause', at: nextPause() };
    const left =
      time.duration > 0 ? (time.duration - time.position) / rate : Number.POSITIVE_INFINITY;
    return left < SHORTEST_FADE_S
      ? { by: 'track' }
      : { by: 'fade', seconds: Math.min(seconds, left) };
  };

  // Its events come also where a locked phone holds the timers of a page back.
  engine.onChange(look);
  player.onQueueChange(() => {
    const { stopsAfterThis } = player.getQueue();
    const { track } = engine.getState().playback;
    if (sleep?.until === 'track' && isTold && !stopsAfterThis) set(null);
    // Her switch in the queue means the same.
    else if (!sleep && stopsAfterThis && track) {
      set({ until: 'track', trackId: track.id, setAt: Date.now() });
    }
  });
  const left = readDevice(sleepKey);
  if (left) show(left);
  else clearDevice(sleepKey);

  return {
    get: () => sleep,
    fades,
    isEnding: () => callOff !== null,
    setMinutes(minutes) {
      if (sleep?.until === 'track') player.setStopsAfterThis(false);
      set({ until: 'time', endsAt: Date.now() + minutes * MINUTE_MS, minutes });
    },
    setTrack: (trackId) => set({ until: 'track', trackId, setAt: Date.now() }),
    cancel() {
      const stopped = sleep?.until === 'track' && isTold;
      set(null);
      if (stopped) player.setStopsAfterThis(false);
    },
    readAgain() {
      if (callOff) return;
      const wasTold = isTold;
      show(readDevice(sleepKey) ?? null);
      // Else the queue's own switch would set it again.
      if (wasTold && !isTold) player.setStopsAfterThis(false);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A forty-fifth of its length, from ten seconds to two minutes. */
export function fadeSeconds(minutes: number): number {
  return Math.min(LONGEST_FADE_S, Math.max(SHORTEST_FADE_S, (minutes * 60) / 45));
}

/** What was left on the device: one that has passed, or that no clock could have set, is none. */
function readSleep(value: unknown): Sleep | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { endsAt, minutes, trackId, setAt }: Partial<Record<string, unknown>> = value as object;
  const now = Date.now();
  if (typeof endsAt === 'number' && typeof minutes === 'number') {
    const isAhead = endsAt > now && endsAt <= now + minutes * MINUTE_MS;
    return isAhead ? { until: 'time', endsAt, minutes } : undefined;
  }
  if (typeof trackId !== 'number' || typeof setAt !== 'number') return undefined;
  return Math.abs(now - setAt) < HALF_A_DAY_MS ? { until: 'track', trackId, setAt } : undefined;
}
