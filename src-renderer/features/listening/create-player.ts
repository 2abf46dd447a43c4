import {
  isSounding,
  type PlayableTrack,
  type Player,
  type QueueState,
  type Surface,
} from '#renderer/data/playback.ts';
import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import type { KeptPositions } from './kept-positions.ts';
import type { PlayerEngine } from './player-engine.ts';
import {
  afterEnd,
  afterFailure,
  afterPress,
  beforePress,
  currentOf,
  moveInQueue,
  NO_QUEUE,
  placeOf,
  type Queue,
  queueOf,
  removeFromQueue,
} from './queue.ts';

const playsOnKey = textKey('playOn', ['on', 'off']);
/** Later than this, 'previous' means the beginning of the same track. */
const RESTART_AFTER_S = 3;

interface PlayerParts {
  readonly engine: PlayerEngine;
  readonly positions: KeptPositions;
  /** What the library has after this track, in her order. */
  readonly followerOf: (track: PlayableTrack) => PlayableTrack | null;
}

export interface QueuedPlayer extends Player {
  getQueue(): QueueState;
  /** What is worth having at hand: the track after this one, whether by itself or by 'next'. */
  upNext(): PlayableTrack | null;
  onQueueChange(listener: () => void): () => void;
  /** While true, nothing follows by itself: the sound is being brought to its end. */
  hold(isHeld: boolean): void;
  /** For the person who leaves. */
  clear(): void;
}

/** The engine and the queue as screens use them: every command names its track, loaded or not. */
export function createPlayer({ engine, positions, followerOf }: PlayerParts): QueuedPlayer {
  const listeners = new Set<() => void>();
  /** Files that could not be played since something last sounded. */
  const failed = new Set<number>();
  let isHeld = false;
  let state: QueueState = { ...NO_QUEUE, playsOn: readDevice(playsOnKey) === 'on', offer: null };

  const loadedId = () => engine.getState().playback.track?.id;
  const soundsNow = () => isSounding(engine.getState().playback.status);
  const update = (patch: Partial<QueueState>) => {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  };
  const start = (queue: Queue, surface: Surface, from?: number) => {
    const track = currentOf(queue);
    if (!track) return;
    update({ ...queue, stopsAfterThis: false, offer: null });
    engine.play(track, { surface, ...(from === undefined ? {} : { from }) });
  };
  const goTo = (at: number | null) => {
    if (at !== null) start({ ...state, at }, 'queue', 0);
  };
  /** A track that was named: one of the queue, or one of its own. */
  const select = (track: PlayableTrack): Queue => {
    const at = placeOf(state, track.id);
    // What she sets before the first sound is meant for it.
    if (at < 0) return queueOf([track], 0, loadedId() === undefined ? state.repeat : 'off');
    return { ...state, at, tracks: state.tracks.with(at, track) };
  };
  const follow = (queue: Queue, at: number) => {
    const track = queue.tracks[at];
    if (!track) return;
    update({ ...queue, at, stopsAfterThis: false, offer: null });
    engine.play(track, { surface: 'queue', from: 0, follows: true });
  };

  engine.onEvent((event) => {
    if (event.type === 'started') {
      failed.clear();
      return;
    }
    if (event.type === 'failed') {
      failed.add(event.track.id);
      const next = event.reason === 'media' && !isHeld ? afterFailure(state, failed) : null;
      if (next !== null) follow(state, next);
      else update(NO_QUEUE);
      return;
    }
    const next = isHeld ? null : afterEnd(state);
    if (next !== null) return follow(state, next);
    const follower = followerOf(event.track);
    if (follower && state.playsOn && !state.stopsAfterThis && !isHeld) {
      return follow({ ...state, tracks: [...state.tracks, follower] }, state.tracks.length);
    }
    // A list that has been heard is over; one that she stopped waits where it is.
    const at = afterPress(state);
    if (at === null) update({ ...NO_QUEUE, offer: follower });
    else update({ stopsAfterThis: false, offer: state.tracks[at] ?? null });
  });

  const player: QueuedPlayer = {
    prepare: (track) => engine.prepare(track),
    play(track, surface) {
      const isSame = loadedId() === track.id;
      update({ ...select(track), offer: null, ...(isSame ? {} : { stopsAfterThis: false }) });
      engine.play(track, { surface, from: positions.find(track.id) });
    },
    playQueue(tracks, { surface, start: at = 0, repeat = 'off' }) {
      const queue = queueOf(tracks, at, repeat);
      start(queue, surface, positions.find(currentOf(queue)?.id ?? 0));
    },
    next: () => goTo(afterPress(state)),
    previous() {
      const { track } = engine.getState().playback;
      const before = beforePress(state);
      const isBegun = engine.getState().time.position > RESTART_AFTER_S;
      if (track && (isBegun || before === null)) engine.seek(0);
      else goTo(before);
    },
    setRepeat: (repeat) => update({ repeat }),
    setStopsAfterThis: (stopsAfterThis) => update({ stopsAfterThis }),
    setPlaysOn(playsOn) {
      writeDevice(playsOnKey, playsOn ? 'on' : 'off');
      update({ playsOn });
    },
    moveInQueue: (from, to) => update(moveInQueue(state, from, to)),
    removeFromQueue: (trackId) => update(removeFromQueue(state, trackId)),
    pause: () => engine.pause(),
    toggle(track, surface) {
      if (loadedId() === track.id && soundsNow()) engine.pause();
      else player.play(track, surface);
    },
    seek(track, position, surface) {
      if (loadedId() === track.id) {
        engine.seek(position);
        return;
      }
      const goesOn = soundsNow();
      update({ ...select(track), stopsAfterThis: false, offer: null });
      engine.cue(track, { surface, from: position });
      if (goesOn) engine.play(track, { surface });
    },
    skip(track, seconds, surface) {
      const { time } = engine.getState();
      const from = loadedId() === track.id ? time.position : positions.find(track.id);
      player.seek(track, from + seconds, surface);
    },
    stop() {
      engine.stop();
      update({ ...NO_QUEUE, offer: null });
    },
    getQueue: () => state,
    upNext() {
      const { track } = engine.getState().playback;
      const at = afterEnd(state) ?? afterPress(state);
      if (at !== null) return state.tracks[at] ?? null;
      return track && state.playsOn ? followerOf(track) : null;
    },
    hold(wanted) {
      isHeld = wanted;
    },
    onQueueChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      clearDevice(playsOnKey);
      update({ playsOn: false });
      player.stop();
    },
  };
  return player;
}
