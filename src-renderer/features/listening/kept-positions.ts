import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import type { PlayerEngine } from './player-engine.ts';

/** Where a track was interrupted, so that it goes on there: the newest first. */
export interface KeptPosition {
  readonly id: number;
  readonly position: number;
  readonly duration: number;
  /**
   * When she last stopped or moved it herself, by the server's clock once it was sent there; what only
   * plays on is no act of hers, and does not win over one on another device.
   */
  readonly at?: number | undefined;
  /** Whether the server has that act. */
  readonly isSent?: boolean | undefined;
}

/** A place as the server keeps it. */
export interface SentPosition {
  readonly id: number;
  readonly position: number;
  readonly at: number;
  /** Sent as sound began. */
  readonly isPlaying?: boolean | undefined;
}

export interface KeptPositions {
  /** She stopped or moved a track, or heard it to its end (null). */
  onAct(listener: (id: number, position: number | null) => void): () => void;
  /** The server has the act of this track, at its own time. */
  markSent(id: number, at: number): void;
  /**
   * What the server keeps of all her devices: a newer act than this device's wins, and a place that is
   * there no more was heard to its end. Returns those whose place has changed.
   */
  adopt(sent: readonly SentPosition[], loadedId: number | undefined): readonly SentPosition[];
  list(): readonly KeptPosition[];
  find(trackId: number): number;
  /** For the person who leaves. */
  clear(): void;
  onChange(listener: () => void): () => void;
}

const MOST_KEPT = 50;
/** Less than this is not a beginning, and this close to the end is an end. */
const EDGE_SECONDS = 5;
/** Farther than sound goes between two looks: she moved. */
const JUMP_SECONDS = 3;
/** A page can vanish without a word, so a playing track is written down this often. */
const WRITE_EVERY_SECONDS = 5;

const keptPositionsKey = jsonKey<readonly KeptPosition[]>('playbackPositions', (value) =>
  Array.isArray(value) && value.every(isKeptPosition) ? value : undefined,
);

/** Watches the engine and keeps on this device where each track was left. */
export function keepPositions(engine: PlayerEngine): KeptPositions {
  let kept = readDevice(keptPositionsKey) ?? [];
  const listeners = new Set<() => void>();
  const actListeners = new Set<(id: number, position: number | null) => void>();
  let heard: KeptPosition | null = null;
  let isSounding = false;

  const replace = (next: readonly KeptPosition[]) => {
    kept = next;
    writeDevice(keptPositionsKey, next);
    for (const listener of listeners) listener();
  };
  const find = (trackId: number) => kept.find(({ id }) => id === trackId);
  const keep = (entry: KeptPosition, isAct: boolean) => {
    const others = kept.filter(({ id }) => id !== entry.id);
    const { at, isSent } = find(entry.id) ?? {};
    const own = isAct ? { ...entry, at: Date.now(), isSent: false } : { ...entry, at, isSent };
    replace(isWithin(entry) ? [own, ...others].slice(0, MOST_KEPT) : others);
    if (isAct && isWithin(entry)) tellAct(entry.id, entry.position);
  };
  const tellAct = (id: number, position: number | null) => {
    for (const listener of actListeners) listener(id, position);
  };

  engine.onChange(({ playback, time }) => {
    const { track, hasStarted, status } = playback;
    const isOther = heard !== null && heard.id !== track?.id;
    const hasStopped = isSounding && status !== 'playing' && status !== 'loading';
    // What lay paused was kept when it was paused: leaving it is no new act.
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
    tellAct(event.track.id, null);
  });

  return {
    list: () => kept,
    find: (trackId) => find(trackId)?.position ?? 0,
    onAct(listener) {
      actListeners.add(listener);
      return () => actListeners.delete(listener);
    },
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
      clearDevice(keptPositionsKey);
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isWithin({ position, duration }: KeptPosition): boolean {
  return position >= EDGE_SECONDS && (duration <= 0 || position <= duration - EDGE_SECONDS);
}

function isKeptPosition(value: unknown): value is KeptPosition {
  if (typeof value !== 'object' || value === null) return false;
  const entry: Partial<Record<keyof KeptPosition, unknown>> = value;
  return [entry.id, entry.position, entry.duration].every(Number.isFinite);
}
