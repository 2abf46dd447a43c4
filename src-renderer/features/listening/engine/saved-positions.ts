import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The position where a track was interrupted; the list is newest first. */
export interface SavedPosition {
  readonly id: number;
  readonly position: number;
  readonly duration: number;
  /**
   * When the user last paused or sought, in server time once sent. Continuous playback does not
   * update it, so it never overrides an action on another device.
   */
  readonly at?: number | undefined;
  readonly isSent?: boolean | undefined;
}

/** A position as stored on the server. */
export interface SentPosition {
  readonly id: number;
  readonly position: number;
  readonly at: number;
  /** Sent when playback started. */
  readonly isPlaying?: boolean | undefined;
}

export interface SavedPositions {
  /** The user paused or sought a track, or heard it to its end (null). */
  onAct(listener: (id: number, position: number | null) => void): () => void;
  /** Confirms that the server has this track's action, with the server's time. */
  markSent(id: number, at: number): void;
  /**
   * Merges the server's positions of all devices: a newer action wins over this device's, and a
   * position missing on the server was played to its end. Returns the changed positions.
   */
  adopt(sent: readonly SentPosition[], loadedId: number | undefined): readonly SentPosition[];
  list(): readonly SavedPosition[];
  find(trackId: number): number;
  /** Clears the user's positions on sign-out. */
  clear(): void;
  onChange(listener: () => void): () => void;
}

const MOST_KEPT = 50;
/** Positions this close to the beginning or the end are not kept. */
const EDGE_SECONDS = 5;
/** A larger change between two updates is a seek. */
const JUMP_SECONDS = 3;
/** Pages can close without an event, so the position is written this often during playback. */
const WRITE_EVERY_SECONDS = 5;

const savedPositionsKey = jsonKey<readonly SavedPosition[]>('playbackPositions', (value) =>
  Array.isArray(value) && value.every(isSavedPosition) ? value : undefined,
);

/** Stores on this device the position at which each track was interrupted. */
export function keepPositions(engine: PlayerEngine): SavedPositions {
  let kept = readDevice(savedPositionsKey) ?? [];
  const listeners = createListeners();
  const acts = createListeners<[id: number, position: number | null]>();
  let heard: SavedPosition | null = null;
  let isSounding = false;

  const replace = (next: readonly SavedPosition[]) => {
    kept = next;
    writeDevice(savedPositionsKey, next);
    listeners.tell();
  };
  const find = (trackId: number) => kept.find(({ id }) => id === trackId);
  const keep = (entry: SavedPosition, isAct: boolean) => {
    const others = kept.filter(({ id }) => id !== entry.id);
    const { at, isSent } = find(entry.id) ?? {};
    const own = isAct ? { ...entry, at: Date.now(), isSent: false } : { ...entry, at, isSent };
    replace(isWithin(entry) ? [own, ...others].slice(0, MOST_KEPT) : others);
    if (isAct && isWithin(entry)) acts.tell(entry.id, entry.position);
  };

  engine.onChange(({ playback, time }) => {
    const { track, hasStarted, status } = playback;
    const isOther = heard !== null && heard.id !== track?.id;
    const hasStopped = isSounding && status !== 'playing' && status !== 'loading';
    // A paused track was stored when it was paused; loading another track is no new action on it.
    if (heard && isOther && isSounding) keep(heard, true);
    isSounding = status === 'playing' || status === 'loading';
    if (!track || !hasStarted) {
      heard = null;
      return;
    }
    const now = { id: track.id, position: time.position, duration: time.duration };
    const last = find(track.id)?.position ?? 0;
    const hasJumped =
      heard?.id === now.id && Math.abs(now.position - heard.position) > JUMP_SECONDS;
    heard = now;
    const isAct = hasStopped || hasJumped;
    if (isAct || Math.abs(now.position - last) >= WRITE_EVERY_SECONDS) keep(now, isAct);
  });
  engine.onEvent((event) => {
    if (event.type !== 'ended') return;
    replace(kept.filter(({ id }) => id !== event.track.id));
    acts.tell(event.track.id, null);
  });

  return {
    list: () => kept,
    find: (trackId) => find(trackId)?.position ?? 0,
    onAct: acts.add,
    markSent(id, at) {
      replace(kept.map((entry) => (entry.id === id ? { ...entry, at, isSent: true } : entry)));
    },
    adopt(sent, loadedId) {
      const newer = sent.filter(({ id, at, position }) => {
        const own = find(id);
        return at > (own?.at ?? 0) && own?.position !== position;
      });
      const there = new Set(sent.map(({ id }) => id));
      const replaced = new Set(newer.map(({ id }) => id));
      const stays = kept.filter(
        ({ id, isSent }) => !replaced.has(id) && (there.has(id) || !isSent || id === loadedId),
      );
      if (newer.length === 0 && stays.length === kept.length) return [];
      const adopted = newer.map(({ id, position, at }) => ({
        id,
        position,
        at,
        duration: find(id)?.duration ?? 0,
        isSent: true,
      }));
      const byAct = [...adopted, ...stays].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
      replace(byAct.filter(isWithin).slice(0, MOST_KEPT));
      return newer;
    },
    clear() {
      kept = [];
      heard = null;
      clearDevice(savedPositionsKey);
      listeners.tell();
    },
    onChange: listeners.add,
  };
}

function isWithin({ position, duration }: SavedPosition): boolean {
  return position >= EDGE_SECONDS && (duration <= 0 || position <= duration - EDGE_SECONDS);
}

function isSavedPosition(value: unknown): value is SavedPosition {
  if (typeof value !== 'object' || value === null) return false;
  const entry: Partial<Record<keyof SavedPosition, unknown>> = value;
  return [entry.id, entry.position, entry.duration].every(Number.isFinite);
}
