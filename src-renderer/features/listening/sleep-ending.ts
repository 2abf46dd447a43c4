import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { PlayerEngine } from './player-engine.ts';

/**
 * How the sound comes to its end: quieter over some seconds, then paused where the fade began, so that
 * nothing is missed when she goes on; paused when the voice is at this second; or with the track.
 */
export type Ending =
  | { by: 'fade'; seconds: number }
  | { by: 'pause'; at: number }
  | { by: 'track' };

interface EndingParts {
  readonly engine: PlayerEngine;
  readonly element: { volume: number };
  /** Nothing follows by itself while it is true. */
  readonly hold: (isHeld: boolean) => void;
}

const STEP_MS = 100;
/** A sentence that goes on for longer is cut. */
const LONGEST_SENTENCE_S = 20;
/** Sound runs at twice its speed at the most; farther is her hand. */
const JUMP_S = 2;

/**
 * Brings the sound to its end and says when it is over. Whatever she does meanwhile ends it as well, and
 * the volume is its own again. A lost line does not: it would come back at full volume. Returns the way
 * to call it off.
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
  const giveBack = () => {
    element.volume = loudness;
    hold(false);
  };
  const callOff = () => {
    leave();
    giveBack();
  };
  const over = () => {
    callOff();
    onOver();
  };
  const silence = () => {
    leave();
    engine.pause();
    if (ending.by === 'fade') engine.seek(began.position);
    giveBack();
    onOver();
  };
  const fade = () => {
    if (ending.by !== 'fade') return;
    const left = 1 - (Date.now() - began.at) / (ending.seconds * 1_000);
    // By the square: the ear hears loudness by its powers, and a straight line would fall off an edge.
    element.volume = loudness * Math.max(0, left) ** 2;
    if (left <= 0) silence();
  };
  hold(true);
  const timer = setInterval(fade, STEP_MS);
  const stops = [
    engine.onEvent(({ type }) => type !== 'started' && over()),
    engine.onChange((now) => {
      const { track, status } = now.playback;
      // Emptied: by the end, of which the event tells in the same turn, or by her.
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
  return callOff;
}

/** The end of the sentence that is said at this second; in a pause, in music and without times, at once. */
export function nextPause(timings: TranscriptTimings | null | undefined, position: number): number {
  const index = timings?.findLastIndex(({ start }) => start <= position) ?? -1;
  const end = timings?.[index]?.end ?? timings?.[index + 1]?.start;
  if (index < 0 || end === undefined || end - position > LONGEST_SENTENCE_S) return position;
  return Math.max(end, position);
}

/** On an iPhone the volume belongs to its buttons, and stays what it was. */
export function canSetVolume(element: { volume: number }): boolean {
  const before = element.volume;
  element.volume = before / 2;
  const isSet = element.volume !== before;
  element.volume = before;
  return isSet;
}
