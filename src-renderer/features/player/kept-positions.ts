import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import type { PlayerEngine } from './player-engine.ts';

/** Where a track was interrupted, so that it goes on there: the newest first. */
export interface KeptPosition {
  readonly id: number;
  readonly position: number;
  readonly duration: number;
}

export interface KeptPositions {
  list(): readonly KeptPosition[];
  find(trackId: number): number;
  /** For the person who leaves. */
  clear(): void;
  onChange(listener: () => void): () => void;
}

const MOST_KEPT = 50;
/** Less than this is not a beginning, and this close to the end is an end. */
const EDGE_SECONDS = 5;
/** A page can vanish without a word, so a playing track is written down this often. */
const WRITE_EVERY_SECONDS = 5;

const keptPositionsKey = jsonKey<readonly KeptPosition[]>('playbackPositions', (value) =>
  Array.isArray(value) && value.every(isKeptPosition) ? value : undefined,
);

/** Watches the engine and keeps on this device where each track was left. */
export function keepPositions(engine: PlayerEngine): KeptPositions {
  let kept = readDevice(keptPositionsKey) ?? [];
  const listeners = new Set<() => void>();
  let heard: KeptPosition | null = null;
  let isSounding = false;

  const replace = (next: readonly KeptPosition[]) => {
    kept = next;
    writeDevice(keptPositionsKey, next);
    for (const listener of listeners) listener();
  };
  const keep = (entry: KeptPosition) => {
    const others = kept.filter(({ id }) => id !== entry.id);
    replace(isWithin(entry) ? [entry, ...others].slice(0, MOST_KEPT) : others);
  };

  engine.onChange(({ playback, time }) => {
    const { track, hasStarted, status } = playback;
    const isOther = heard !== null && heard.id !== track?.id;
    const hasStopped = isSounding && status !== 'playing' && status !== 'loading';
    if (heard && isOther) keep(heard);
    isSounding = status === 'playing' || status === 'loading';
    if (!track || !hasStarted) {
      heard = null;
      return;
    }
    const now = { id: track.id, position: time.position, duration: time.duration };
    const last = kept.find(({ id }) => id === track.id)?.position ?? 0;
    heard = now;
    if (hasStopped || Math.abs(now.position - last) >= WRITE_EVERY_SECONDS) keep(now);
  });
  engine.onEvent((event) => {
    if (event.type === 'ended') replace(kept.filter(({ id }) => id !== event.track.id));
  });

  return {
    list: () => kept,
    find: (trackId) => kept.find(({ id }) => id === trackId)?.position ?? 0,
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
