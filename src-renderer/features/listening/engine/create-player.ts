import {
  isSounding,
  type PlayableTrack,
  type Player,
  type QueueState,
} from '#renderer/data/playback.ts';
import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import {
  addToQueue,
  currentTrack,
  filterQueue,
  indexAfterEnd,
  indexAfterFailure,
  moveInQueue,
  NO_QUEUE,
  nextIndex,
  previousIndex,
  type Queue,
  queueOf,
} from '../queue/queue.ts';
import type { OpenOptions, PlayerEngine } from './player-engine.ts';
import type { SavedPositions } from './saved-positions.ts';

const autoplayKey = textKey('playOn', ['on', 'off']);
/** Beyond this position, 'previous' restarts the current track. */
const RESTART_AFTER_S = 3;
/** For this long after the end of a track, its skip buttons are ignored. */
const IGNORE_SKIP_MS = 1_500;
const NOT_ENDED = { offer: null, ended: null };

interface PlayerParts {
  readonly engine: PlayerEngine;
  readonly positions: SavedPositions;
  /** The next track in the user's order of the library. */
  readonly nextInLibrary: (track: PlayableTrack) => PlayableTrack | null;
  /** False for a track that the owner has hidden or deleted. */
  readonly isListed: (trackId: number) => boolean;
  /** Whether the sleep timer stops playback after this track, which has just ended. */
  readonly stopsAfter: (trackId: number) => boolean;
}

export interface QueuedPlayer extends Player {
  getQueue(): QueueState;
  /** The track to prefetch: the one that plays next, automatically or by 'next'. */
  upNext(): PlayableTrack | null;
  onQueueChange(listener: () => void): () => void;
  /** Drops hidden and deleted tracks from the queue; call it when the library has changed. */
  dropUnlisted(): void;
  /** Clears the user's state on sign-out. */
  clear(): void;
}

/** Combines the engine and the queue for the UI. */
export function createPlayer(parts: PlayerParts): QueuedPlayer {
  const { engine, positions, nextInLibrary, isListed, stopsAfter } = parts;
  const listeners = createListeners();
  /** Tracks that failed since the last successful playback. */
  const failed = new Set<number>();
  let lastEnd = { id: 0, at: 0 };
  let state: QueueState = {
    ...NO_QUEUE,
    ...NOT_ENDED,
    autoplays: readDevice(autoplayKey) === 'on',
  };

  const loadedId = () => engine.getState().playback.track?.id;
  const isPlayingNow = () => isSounding(engine.getState().playback.status);
  const update = (patch: Partial<QueueState>) => {
    // `filterQueue` keeps a hidden track while it is current, so it is dropped by the next update.
    state = filterQueue({ ...state, ...patch }, isListed);
    listeners.tell();
  };
  const start = (queue: Queue, options: OpenOptions) => {
    const track = currentTrack(queue);
    if (!track) return;
    update({ ...queue, ...NOT_ENDED });
    engine.play(track, options);
  };
  const goTo = (at: number | null) => {
    if (at !== null) start({ ...state, at }, { surface: 'queue' });
  };
  /** Selects the track in the queue; if it is not there, returns a new queue of this track. */
  const select = (track: PlayableTrack): Queue => {
    const at = state.tracks.findIndex(({ id }) => id === track.id);
    // The first playback keeps a repeat mode that was set before it.
    if (at < 0) return queueOf([track], 0, loadedId() === undefined ? state.repeat : 'off');
    return { ...state, at, tracks: state.tracks.with(at, track) };
  };
  const advanceTo = (queue: Queue, at: number) =>
    start({ ...queue, at }, { surface: 'queue', follows: true });

  engine.onEvent((event) => {
    if (event.type === 'started') {
      failed.clear();
      return;
    }
    if (event.type === 'failed') {
      failed.add(event.track.id);
      const goesOn = event.reason === 'media' && !stopsAfter(event.track.id);
      const next = goesOn ? indexAfterFailure(state, failed) : null;
      if (next !== null) advanceTo(state, next);
      else update(NO_QUEUE);
      return;
    }
    lastEnd = { id: event.track.id, at: Date.now() };
    const stops = stopsAfter(event.track.id);
    const next = stops ? null : indexAfterEnd(state);
    if (next !== null) return advanceTo(state, next);
    const nextTrack = nextInLibrary(event.track);
    if (nextTrack && state.autoplays && !stops) {
      return advanceTo({ ...state, tracks: [...state.tracks, nextTrack] }, state.tracks.length);
    }
    // A finished queue is cleared; one that was stopped early keeps its position.
    const at = nextIndex(state);
    const ended = event.track;
    if (at === null) update({ ...NO_QUEUE, offer: nextTrack, ended });
    else update({ offer: state.tracks[at] ?? null, ended });
  });

  const player: QueuedPlayer = {
    prepare: (track) => engine.prepare(track),
    play: (track, surface) => start(select(track), { surface, from: positions.find(track) }),
    playQueue(tracks, { surface, start: at = 0, repeat = 'off' }) {
      const queue = queueOf(tracks, at, repeat);
      const track = currentTrack(queue);
      if (track) start(queue, { surface, from: positions.find(track) });
    },
    next: () => goTo(nextIndex(state)),
    previous() {
      const { track } = engine.getState().playback;
      const before = previousIndex(state);
      const isPastStart = engine.getState().time.position > RESTART_AFTER_S;
      if (track && (isPastStart || before === null)) engine.seek(0);
      else goTo(before);
    },
    setRepeat: (repeat) => update({ repeat }),
    setAutoplay(autoplays) {
      writeDevice(autoplayKey, autoplays ? 'on' : 'off');
      update({ autoplays });
    },
    addToQueue(track, place) {
      if (currentTrack(state)) update(addToQueue(state, track, place));
      // Without a queue the track is only offered; adding it must not start playback.
      else update({ ...select(track), ...NOT_ENDED, offer: track });
    },
    moveInQueue: (from, to) => update(moveInQueue(state, from, to)),
    removeFromQueue: (trackId) => update(filterQueue(state, (id) => id !== trackId)),
    dropUnlisted: () => update({}),
    pause: () => engine.pause(),
    toggle(track, surface) {
      if (loadedId() === track.id && isPlayingNow()) engine.pause();
      else player.play(track, surface);
    },
    seek(track, position, surface) {
      if (loadedId() === track.id) {
        engine.seek(position);
        return;
      }
      if (isPlayingNow()) return start(select(track), { surface, from: position });
      update({ ...select(track), ...NOT_ENDED });
      engine.cue(track, { surface, from: position });
    },
    skip(track, seconds, surface) {
      const { time } = engine.getState();
      // Skips past the end, pressed in quick succession, must not restart the track.
      if (lastEnd.id === track.id && Date.now() - lastEnd.at < IGNORE_SKIP_MS) return;
      const isLoaded = loadedId() === track.id;
      const to = (isLoaded ? time.position : positions.find(track)) + seconds;
      // Ends the track here, because browsers do not reliably report an end after a seek.
      if (isLoaded && isPlayingNow() && time.duration > 0 && to >= time.duration) engine.finish();
      else player.seek(track, to, surface);
    },
    stop() {
      engine.stop();
      update({ ...NO_QUEUE, ...NOT_ENDED });
    },
    getQueue: () => state,
    upNext() {
      const { track } = engine.getState().playback;
      const at = indexAfterEnd(state) ?? nextIndex(state);
      if (at !== null) return state.tracks[at] ?? null;
      return track && state.autoplays ? nextInLibrary(track) : null;
    },
    onQueueChange: listeners.add,
    clear() {
      clearDevice(autoplayKey);
      update({ autoplays: false });
      player.stop();
    },
  };
  return player;
}
