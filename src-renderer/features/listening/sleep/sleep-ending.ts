import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';

/**
 * `fade`: fades out and then pauses where the fade began, so that nothing is missed. `pause`: pauses
 * at this position.
 */
export type Ending = { by: 'fade'; seconds: number } | { by: 'pause'; at: number };

const STEP_MS = 100;
/** Playback does not wait for the end of a longer sentence. */
const LONGEST_SENTENCE_S = 20;
/** A position that is further off than this was reached by a seek. */
const JUMP_S = 2;

/**
 * Ends the playback and calls `onEnded`. A user action meanwhile cancels the ending and restores the
 * volume. A lost connection does not: playback would resume at full volume. Returns a function that
 * cancels.
 */
export function endPlayback(
  engine: PlayerEngine,
  element: { volume: number },
  ending: Ending,
  onEnded: () => void,
): () => void {
  const { playback, time } = engine.getState();
  const volumeBefore = element.volume;
  const start = { position: time.position, at: performance.now() };
  let last = start;

  const stopWatching = () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
  const cancel = () => {
    stopWatching();
    element.volume = volumeBefore;
  };
  const endNow = () => {
    cancel();
    onEnded();
  };
  const pauseNow = () => {
    stopWatching();
    engine.pause();
    if (ending.by === 'fade') engine.seek(start.position);
    element.volume = volumeBefore;
    onEnded();
  };
  const fade = () => {
    if (ending.by !== 'fade') return;
    const left = 1 - (performance.now() - start.at) / (ending.seconds * 1_000);
    // Quadratic, because loudness is perceived logarithmically: a linear fade seems to end abruptly.
    element.volume = volumeBefore * Math.max(0, left) ** 2;
    if (left <= 0) pauseNow();
  };
  const timer = setInterval(fade, STEP_MS);
  const stops = [
    engine.onEvent(({ type }) => type !== 'started' && endNow()),
    engine.onChange((now) => {
      const { track, status } = now.playback;
      // No track is loaded after its end, which `onEvent` handles, or after a stop by the user.
      if (!track) return;
      const moved = now.time.position - last.position;
      // Playback runs at most at twice the speed.
      const maxMove = (2 * (performance.now() - last.at)) / 1_000 + JUMP_S;
      last = { position: now.time.position, at: performance.now() };
      const isStopped = status === 'paused' || status === 'failed';
      const isOther = track.id !== playback.track?.id;
      if (isStopped || isOther || moved > maxMove || moved < -JUMP_S) endNow();
      else if (ending.by === 'pause' && now.time.position >= ending.at) pauseNow();
    }),
  ];
  return cancel;
}

/** The end of the current sentence; the given position in pauses, in music and without timings. */
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
