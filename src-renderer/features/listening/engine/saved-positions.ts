import { isWaiting, type PlayableTrack, positionWithin } from '#renderer/data/playback.ts';
import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The position where a track was interrupted; the list is newest first. */
export interface SavedPosition {
  readonly id: number;
  /**
   * 0 for a track without a position to resume at. Its entry is kept until the server has removed
   * the position too.
   */
  readonly position: number;
  readonly duration: number;
  /**
   * When the user last played, paused or sought; in server time once sent. Continuous playback does
   * not update it: otherwise it would override actions on another device.
   */
  readonly at?: number | undefined;
  readonly isSent?: boolean | undefined;
}

type PositionedTrack = Pick<PlayableTrack, 'id' | 'duration'>;

/** A position as stored on the server. */
export interface SentPosition {
  readonly id: number;
  readonly position: number;
  readonly at: number;
  /** Whether the track was playing when the row was sent. */
  readonly isPlaying?: boolean | undefined;
}

export type SavedPositions = ReturnType<typeof createSavedPositions>;

const MAX_POSITIONS = 50;
/** Positions this close to the beginning or the end are not kept. */
const EDGE_SECONDS = 5;
/** A larger change of the position between two updates is a seek. */
const JUMP_SECONDS = 3;
/** How often the position is written during playback, because pages can close without an event. */
const WRITE_EVERY_SECONDS = 5;

const savedPositionsKey = jsonKey<readonly SavedPosition[]>('playbackPositions', (value) =>
  Array.isArray(value) && value.every(isSavedPosition) ? value : undefined,
);

/** Stores on this device the position at which each track was interrupted. */
export function createSavedPositions(engine: PlayerEngine) {
  let kept = readDevice(savedPositionsKey) ?? [];
  let resumable = kept.filter(isResumable);
  const listeners = createListeners();
  const userActions = createListeners<[id: number, position: number]>();
  let latest: SavedPosition | null = null;
  let isSounding = false;
  let wasPlaying = false;

  const replace = (next: readonly SavedPosition[]) => {
    kept = next;
    resumable = kept.filter(isResumable);
    writeDevice(savedPositionsKey, next);
    listeners.tell();
  };
  const find = (trackId: number) => kept.find(({ id }) => id === trackId);
  const keep = (entry: SavedPosition, isAction: boolean) => {
    const others = kept.filter(({ id }) => id !== entry.id);
    const position = isResumable(entry) ? entry.position : 0;
    const known = isAction ? { at: Date.now(), isSent: false } : find(entry.id);
    replace([{ ...known, ...entry, position }, ...others].slice(0, MAX_POSITIONS));
    if (isAction) userActions.tell(entry.id, position);
  };

  engine.onChange(({ playback, time }) => {
    const { track, hasStarted, status } = playback;
    const hasTrackChanged = latest !== null && latest.id !== track?.id;
    const hasStopped = isSounding && status !== 'playing' && status !== 'loading';
    const hasBegun = status === 'playing' && !wasPlaying;
    if (!isWaiting(status)) wasPlaying = status === 'playing';
    // The position of a paused track was stored when it was paused.
    if (latest && hasTrackChanged && isSounding) keep(latest, true);
    isSounding = status === 'playing' || status === 'loading';
    if (!track || !hasStarted) {
      latest = null;
      return;
    }
    const now = { id: track.id, position: time.position, duration: time.duration };
    const last = find(track.id)?.position ?? 0;
    const hasSought =
      latest?.id === now.id && Math.abs(now.position - latest.position) > JUMP_SECONDS;
    latest = now;
    const isAction = hasBegun || hasStopped || hasSought;
    if (isAction || Math.abs(now.position - last) >= WRITE_EVERY_SECONDS) keep(now, isAction);
  });
  engine.onEvent((event) => {
    if (event.type === 'started') return;
    // The queue may start the next track synchronously, which is not a user action.
    wasPlaying = true;
    queueMicrotask(() => {
      wasPlaying = engine.getState().playback.track !== null;
    });
    if (event.type !== 'ended') return;
    keep({ id: event.track.id, position: 0, duration: event.track.duration }, true);
  });

  return {
    list: () => resumable,
    /** Includes ended tracks until the server has removed their positions. */
    all: () => kept,
    find: ({ id, duration }: PositionedTrack) => positionWithin(find(id)?.position, duration),
    /** The listener is called after a start, a pause, a seek and, with 0, the end of a track. */
    onUserAction: userActions.add,
    /** Call it when the server has stored this track's position; `at` is the server's time. */
    markSent(id: number, at: number) {
      replace(kept.map((entry) => (entry.id === id ? { ...entry, at, isSent: true } : entry)));
    },
    /** Call it when the server has removed this track's position. */
    markRemoved(id: number) {
      replace(kept.filter((entry) => entry.id !== id || entry.position > 0));
    },
    /**
     * Merges the server's positions, which come from all devices. The newer action wins. A position
     * that was sent but is missing on the server was deleted by another device at the end of the
     * track, so it is removed. Returns the positions that replace those of this device.
     */
    mergeSent(sent: readonly SentPosition[], loadedId: number | undefined) {
      const newer = sent.filter(({ id, at, position }) => {
        const own = find(id);
        return at > (own?.at ?? 0) && own?.position !== position;
      });
      const sentIds = new Set(sent.map(({ id }) => id));
      const newerIds = new Set(newer.map(({ id }) => id));
      const remaining = kept.filter(
        ({ id, isSent }) => !newerIds.has(id) && (sentIds.has(id) || !isSent || id === loadedId),
      );
      if (newer.length === 0 && remaining.length === kept.length) return [];
      const merged = newer.map(({ id, position, at }) => ({
        id,
        position,
        at,
        duration: find(id)?.duration ?? 0,
        isSent: true,
      }));
      const newestFirst = [...merged, ...remaining].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
      const worthKeeping = newestFirst.filter((entry) => !entry.isSent || isResumable(entry));
      replace(worthKeeping.slice(0, MAX_POSITIONS));
      return newer;
    },
    /** Clears the user's positions on sign-out. */
    clear() {
      latest = null;
      replace([]);
      clearDevice(savedPositionsKey);
    },
    onChange: listeners.add,
  };
}

function isResumable({ position, duration }: SavedPosition): boolean {
  return position >= EDGE_SECONDS && (duration <= 0 || position <= duration - EDGE_SECONDS);
}

function isSavedPosition(value: unknown): value is SavedPosition {
  if (typeof value !== 'object' || value === null) return false;
  const entry: Partial<Record<keyof SavedPosition, unknown>> = value;
  return [entry.id, entry.position, entry.duration].every(Number.isFinite);
}
