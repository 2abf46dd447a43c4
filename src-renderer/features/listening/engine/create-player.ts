import {
  isSounding,
  type PlayableTrack,
  type Player,
  type QueueState,
  type Surface,
} from '#renderer/data/playback.ts';
import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import {
  addToQueue,
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
} from '../queue/queue.ts';
import type { PlayerEngine } from './player-engine.ts';
import type { SavedPositions } from './saved-positions.ts';

const playsOnKey = textKey('playOn', ['on', 'off']);
/** After this position, 'previous' restarts the current track. */
const RESTART_AFTER_S = 3;
const AFTER_END_MS = 1_500;
const NO_END = { offer: null, ended: null };

interface PlayerParts {
  readonly engine: PlayerEngine;
  readonly positions: SavedPositions;
  /** The next track in the user's order of the library. */
  readonly followerOf: (track: PlayableTrack) => PlayableTrack | null;
}

export interface QueuedPlayer extends Player {
  getQueue(): QueueState;
  /** The track that plays next, automatically or by 'next'; it is prefetched. */
  upNext(): PlayableTrack | null;
  onQueueChange(listener: () => void): () => void;
  /** Disables automatic advance while the sleep timer ends the playback. */
  hold(isHeld: boolean): void;
  /** Clears the user's state on sign-out. */
  clear(): void;
}

/** Combines the engine and the queue for the UI. Commands accept tracks that are not loaded. */
export function createPlayer({ engine, positions, followerOf }: PlayerParts): QueuedPlayer {
  const listeners = createListeners();
  /** Tracks that failed since the last successful playback. */
  const failed = new Set<number>();
  let isHeld = false;
  let lastEnd = { id: 0, at: 0 };
  let state: QueueState = { ...NO_QUEUE, ...NO_END, playsOn: readDevice(playsOnKey) === 'on' };

  const loadedId = () => engine.getState().playback.track?.id;
  const soundsNow = () => isSounding(engine.getState().playback.status);
  const update = (patch: Partial<QueueState>) => {
    state = { ...state, ...patch };
    listeners.tell();
  };
  const start = (queue: Queue, surface: Surface, from?: number) => {
    const track = currentOf(queue);
    if (!track) return;
    update({ ...queue, ...NO_END, stopsAfterThis: false });
    engine.play(track, { surface, ...(from === undefined ? {} : { from }) });
  };
  const goTo = (at: number | null) => {
    if (at !== null) start({ ...state, at }, 'queue', 0);
  };
  /** Selects the track in the queue, or starts a queue with it alone. */
  const select = (track: PlayableTrack): Queue => {
    const at = placeOf(state, track.id);
    // Options set before the first playback apply to it.
    if (at < 0) return queueOf([track], 0, loadedId() === undefined ? state.repeat : 'off');
    return { ...state, at, tracks: state.tracks.with(at, track) };
  };
  const follow = (queue: Queue, at: number) => {
    const track = queue.tracks[at];
    if (!track) return;
    update({ ...queue, ...NO_END, at, stopsAfterThis: false });
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
    lastEnd = { id: event.track.id, at: Date.now() };
    const next = isHeld ? null : afterEnd(state);
    if (next !== null) return follow(state, next);
    const follower = followerOf(event.track);
    if (follower && state.playsOn && !state.stopsAfterThis && !isHeld) {
      return follow({ ...state, tracks: [...state.tracks, follower] }, state.tracks.length);
    }
    // A finished queue is cleared; a stopped one keeps its position.
    const at = afterPress(state);
    const ended = event.track;
    if (at === null) update({ ...NO_QUEUE, offer: follower, ended });
    else update({ stopsAfterThis: false, offer: state.tracks[at] ?? null, ended });
  });

  const player: QueuedPlayer = {
    prepare: (track) => engine.prepare(track),
    play(track, surface) {
      const isSame = loadedId() === track.id;
      update({ ...select(track), ...NO_END, ...(isSame ? {} : { stopsAfterThis: false }) });
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
    addToQueue(track, place) {
      if (currentOf(state)) update(addToQueue(state, track, place));
      // Adding to an empty queue only offers the track and does not start playback.
      else update({ ...select(track), ...NO_END, offer: track });
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
      update({ ...select(track), ...NO_END, stopsAfterThis: false });
      engine.cue(track, { surface, from: position });
      if (goesOn) engine.play(track, { surface });
    },
    skip(track, seconds, surface) {
      const { time } = engine.getState();
      // A second quick press at the end must not restart the track.
      if (lastEnd.id === track.id && Date.now() - lastEnd.at < AFTER_END_MS) return;
      const isLoaded = loadedId() === track.id;
      const to = (isLoaded ? time.position : positions.find(track.id)) + seconds;
      // Browsers differ in whether and how often they report an end after a seek.
      if (isLoaded && soundsNow() && time.duration > 0 && to >= time.duration) engine.finish();
      else player.seek(track, to, surface);
    },
    stop() {
      engine.stop();
      update({ ...NO_QUEUE, ...NO_END });
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
    onQueueChange: listeners.add,
    clear() {
      clearDevice(playsOnKey);
      update({ playsOn: false });
      player.stop();
    },
  };
  return player;
}
