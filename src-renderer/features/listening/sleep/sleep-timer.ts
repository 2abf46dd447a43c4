import { isSounding } from '#renderer/data/playback.ts';
import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import { canSetVolume, type Ending, endPlayback } from './sleep-ending.ts';

export const SLEEP_MINUTES = [5, 10, 15, 20, 30, 45, 60, 90] as const;

/** `time`: ends at a time of day. `track`: ends after this track. */
export type Sleep =
  | { readonly until: 'time'; readonly endsAt: number; readonly minutes: number }
  | { readonly until: 'track'; readonly trackId: number; readonly setAt: number };

export type SleepTimer = ReturnType<typeof createSleepTimer>;

interface SleepTimerParts {
  readonly engine: PlayerEngine;
  readonly element: { volume: number };
  /** Position of the next pause in the speech of the loaded track. */
  readonly nextPause: () => number;
}

const SHORTEST_FADE_S = 10;
const LONGEST_FADE_S = 120;
const MINUTE_MS = 60_000;
/** A smaller difference between the two clocks does not count as a clock change. */
const CLOCK_TOLERANCE_MS = 2_000;
const HALF_A_DAY_MS = 12 * 60 * MINUTE_MS;

export const sleepKey = jsonKey<Sleep>('sleepTimer', readSleep);

/**
 * Ends playback after the chosen time. The time of the end is stored on the device, so pauses, clock
 * changes and reloads do not move it. Without playback at that time the timer expires silently.
 */
export function createSleepTimer({ engine, element, nextPause }: SleepTimerParts) {
  const listeners = createListeners();
  const fades = canSetVolume(element);
  let sleep: Sleep | null = null;
  /** The chosen track has been loaded. The timer ends when another one is loaded instead. */
  let isTrackReached = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancelEnding: (() => void) | null = null;
  let lastCheck = { clock: Date.now(), monotonic: performance.now(), sounds: false };

  /**
   * Moves the stored end when the user changes the device's clock. Only during playback: otherwise
   * the device may have slept, which stops the monotonic clock in some browsers.
   */
  const followClock = () => {
    const check = {
      clock: Date.now(),
      monotonic: performance.now(),
      sounds: isSounding(engine.getState().playback.status),
    };
    const change = check.clock - lastCheck.clock - (check.monotonic - lastCheck.monotonic);
    const isClockSet = lastCheck.sounds && Math.abs(change) > CLOCK_TOLERANCE_MS;
    lastCheck = check;
    if (sleep?.until !== 'time' || !isClockSet) return;
    sleep = { ...sleep, endsAt: sleep.endsAt + change };
    writeDevice(sleepKey, sleep);
    listeners.tell();
  };
  const show = (next: Sleep | null) => {
    clearTimeout(timer);
    cancelEnding?.();
    cancelEnding = null;
    sleep = next;
    isTrackReached = false;
    check();
    listeners.tell();
  };
  const set = (next: Sleep | null) => {
    if (next) writeDevice(sleepKey, next);
    else clearDevice(sleepKey);
    show(next);
  };
  const check = () => {
    followClock();
    if (sleep?.until === 'track') checkTrack(sleep.trackId);
    else if (sleep) checkClock(sleep);
  };
  const checkTrack = (trackId: number) => {
    const { track } = engine.getState().playback;
    if (track?.id === trackId) isTrackReached = true;
    else if (track && isTrackReached) set(null);
  };
  const checkClock = ({ endsAt, minutes }: Sleep & { until: 'time' }) => {
    if (cancelEnding) return;
    clearTimeout(timer);
    const now = Date.now();
    const beginsAt = endsAt - (fades ? fadeSeconds(minutes) * 1_000 : 0);
    const sounds = isSounding(engine.getState().playback.status);
    if (now >= beginsAt && sounds) startEnding((endsAt - now) / 1_000);
    // The stored timer stays for another tab, which may be playing.
    else if (now >= endsAt) show(null);
    else timer = setTimeout(check, (now < beginsAt ? beginsAt : endsAt) - now);
  };
  const startEnding = (seconds: number) => {
    const ending = chooseEnding(Math.max(SHORTEST_FADE_S, seconds));
    cancelEnding = endPlayback(engine, element, ending, () => {
      cancelEnding = null;
      set(null);
    });
    listeners.tell();
  };
  const chooseEnding = (seconds: number): Ending => {
    const { time, rate } = engine.getState();
    if (!fades) return { by: 'pause', at: nextPause() };
    const left =
      time.duration > 0 ? (time.duration - time.position) / rate : Number.POSITIVE_INFINITY;
    return { by: 'fade', seconds: Math.min(seconds, left) };
  };

  // A locked phone throttles timers, but not the events of the engine.
  engine.onChange(check);
  const stored = readDevice(sleepKey);
  if (stored) show(stored);
  else clearDevice(sleepKey);

  return {
    get: () => sleep,
    /** Whether the fade, or the wait for the end of a sentence, has started. */
    isEnding: () => cancelEnding !== null,
    setMinutes: (minutes: number) =>
      set({ until: 'time', endsAt: Date.now() + minutes * MINUTE_MS, minutes }),
    /** Takes effect when the track is loaded. */
    setTrack: (trackId: number) => set({ until: 'track', trackId, setAt: Date.now() }),
    /** Call when a track has ended. Returns whether playback stops after it, and ends a timer for this track. */
    stopsAfter(trackId: number): boolean {
      if (cancelEnding) return true;
      if (sleep?.until !== 'track' || sleep.trackId !== trackId) return false;
      set(null);
      return true;
    },
    /** Removes the timer and restores the volume. */
    cancel: () => set(null),
    /** Call it when another tab has changed the stored timer. */
    reload() {
      if (!cancelEnding) show(readDevice(sleepKey) ?? null);
    },
    onChange: listeners.add,
  };
}

/** The length of the fade: a 45th of the timer, from ten seconds to two minutes. */
export function fadeSeconds(minutes: number): number {
  return Math.min(LONGEST_FADE_S, Math.max(SHORTEST_FADE_S, (minutes * 60) / 45));
}

/** The elapsed share of the timer, 0 to 1; 0 without a timer. */
export function sleepShare(sleep: Sleep | null): number {
  if (sleep?.until !== 'time') return 0;
  const left = (sleep.endsAt - Date.now()) / (sleep.minutes * MINUTE_MS);
  return Math.min(1, Math.max(0, 1 - left));
}

/** Parses the stored timer; ignores expired and implausible values. */
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
