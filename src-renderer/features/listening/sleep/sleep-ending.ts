import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';

/**
 * How playback ends: with a fade of some seconds, then paused where the fade began so that nothing
 * is missed; paused at this position; or with the track.
 */
export type Ending =
  | { by: 'fade'; seconds: number }
  | { by: 'pause'; at: number }
  | { by: 'track' };

interface EndingParts {
  readonly engine: PlayerEngine;
  readonly element: { volume: number };
  /** Disables automatic advance while true. */
  readonly hold: (isHeld: boolean) => void;
}

const STEP_MS = 100;
/** Longer sentences are cut off. */
const LONGEST_SENTENCE_S = 20;
/** A larger jump is a seek: playback runs at most at twice the speed. */
const JUMP_S = 2;

/**
 * Ends the playback and calls `onOver`. Any user action meanwhile cancels it and restores the
 * volume. A lost connection does not cancel it, since playback would resume at full volume. Returns
 * a function that cancels.
 */
export function bringToEnd(parts: EndingParts, ending: Ending, onOver: () => void): () => void {
  const { engine, element, hold } = parts;
  const { playback, time } = engine.getState();
  const loudness = element.volume;
  const began = { position: time.position, at: Date.now() };
  let seen = began;

  const leave = () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
  const restore = () => {
    element.volume = loudness;
    hold(false);
  };
  const cancel = () => {
    leave();
    restore();
  };
  const over = () => {
    cancel();
    onOver();
  };
  const silence = () => {
    leave();
    engine.pause();
    if (ending.by === 'fade') engine.seek(began.position);
    restore();
    onOver();
  };
  const fade = () => {
    if (ending.by !== 'fade') return;
    const left = 1 - (Date.now() - began.at) / (ending.seconds * 1_000);
    // Quadratic, since loudness is perceived logarithmically; a linear fade seems to drop off at
    // the end.
    element.volume = loudness * Math.max(0, left) ** 2;
    if (left <= 0) silence();
  };
  hold(true);
  const timer = setInterval(fade, STEP_MS);
  const stops = [
    engine.onEvent(({ type }) => type !== 'started' && over()),
    engine.onChange((now) => {
      const { track, status } = now.playback;
      // Unloaded by the end of the track, which the event above handles, or by the user.
      if (!track) return;
      const moved = now.time.position - seen.position;
      const furthest = (2 * (Date.now() - seen.at)) / 1_000 + JUMP_S;
      seen = { position: now.time.position, at: Date.now() };
      const isStopped = status === 'paused' || status === 'failed';
      const isOther = track.id !== playback.track?.id;
      if (isStopped || isOther || moved > furthest || moved < -JUMP_S) over();
      else if (ending.by === 'pause' && now.time.position >= ending.at) silence();
    }),
  ];
  return cancel;
}

/**
 * The end of the current sentence; the current position in a pause, in music and without timings.
 */
export function nextPause(timings: TranscriptTimings | null | undefined, position: number): number {
  const index = timings?.findLastIndex(({ start }) => start <= position) ?? -1;
  const end = timings?.[index]?.end ?? timings?.[index + 1]?.start;
  if (index < 0 || end === undefined || end - position > LONGEST_SENTENCE_S) return position;
  return Math.max(end, position);
}

/** False on an iPhone, where only the hardware buttons set the volume. */
export function canSetVolume(element: { volume: number }): boolean {
  const before = element.volume;
  element.volume = before / 2;
  const isSet = element.volume !== before;
  element.volume = before;
  return isSet;
}
