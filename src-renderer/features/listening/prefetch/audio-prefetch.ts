import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import { anySignal } from '#renderer/lib/requests/any-signal.ts';
import type { Memory } from '../engine/player-engine.ts';
import type { Connection } from './audio-requests.ts';

/**
 * Prefetches upcoming audio in pieces into memory, so that a lost connection is not audible.
 * Nothing is stored on the device.
 */
export interface AudioPrefetch extends Memory {
  /** Fetches these tracks in order, each completely; evicts all others. */
  want(tracks: readonly PlayableTrack[]): void;
  /** Pauses fetching while playback needs the connection or data saver is on. */
  setAllowed(isAllowed: boolean): void;
  /** Retries failed pieces at once, as the connection may be back. */
  retry(): void;
  isWhole(track: PlayableTrack): boolean;
  onChange(listener: () => void): () => void;
}

interface Held {
  readonly track: PlayableTrack;
  /** The URL of the pieces; null behind the premium gate until a signed URL was fetched. */
  address: string | null;
  /** The URL has worked before, so a refusal means that it has expired. */
  hasGiven: boolean;
  /** In order and without gaps; joined, they are the beginning of the file. */
  parts: Blob[];
  size: number;
  total: number;
  etag: string | null;
  type: string;
  url: string | null;
  /** Bypasses the HTTP cache, which returned bad bytes. */
  isFresh: boolean;
  /** Cannot be fetched in pieces: another origin, or a permanent error. */
  isBeyond: boolean;
}

/** Small enough for a connection that breaks often: two seconds at 1 Mbit/s. */
const PIECE_BYTES = 256 * 1024;
const PIECE_MS = 20_000;
/** Backoff between failed pieces; jitter adds up to the same again. */
const AGAIN_MS = [2_000, 4_000, 8_000, 15_000];
/** Tolerance for the estimate of time from bytes in a compressed file. */
const MARGIN_S = 1;
/** MP3 plays from an incomplete file; other formats may keep their index at the end. */
const CUTTABLE_TYPE = 'audio/mpeg';

interface Ways {
  /** Fetches from this origin; the page cannot read audio of other origins. */
  readonly request: typeof fetch;
  /** For recordings behind the premium gate. */
  readonly findAddress: Connection['findAddress'];
}

export function createAudioPrefetch(origin: string, ways: Ways): AudioPrefetch {
  const listeners = createListeners();
  let held: Held[] = [];
  let isAllowed = true;
  let running: AbortController | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const find = ({ id, audio_url }: PlayableTrack) =>
    held.find(({ track }) => track.id === id && track.audio_url === audio_url);
  const isWhole = ({ size, total }: Held) => total > 0 && size === total;

  const release = (entry: Held) => {
    const { url } = entry;
    // Deferred: the player switches to its new URL within this turn.
    if (url) queueMicrotask(() => URL.revokeObjectURL(url));
    entry.parts = [];
    entry.size = 0;
    entry.url = null;
  };

  const goOn = () => {
    if (running || again !== undefined || !isAllowed) return;
    const next = held.find((entry) => !isWhole(entry) && !entry.isBeyond);
    if (!next) return;
    const own = new AbortController();
    running = own;
    fetchPiece(next, ways, own.signal)
      .then(
        () => {
          failures = 0;
          listeners.tell();
        },
        () => {
          if (own.signal.aborted) return;
          const pause = AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)] ?? 0;
          const jitter = failures === 0 ? 0 : pause * Math.random();
          failures += 1;
          again = setTimeout(() => {
            again = undefined;
            goOn();
          }, pause + jitter);
        },
      )
      .finally(() => {
        if (running !== own) return;
        running = undefined;
        goOn();
      });
  };
  const halt = () => {
    running?.abort();
    running = undefined;
    clearTimeout(again);
    again = undefined;
  };

  return {
    want(tracks) {
      const wanted = tracks.map((track) => find(track) ?? begin(track, origin));
      const left = held.filter((entry) => !wanted.includes(entry));
      if (left.length === 0 && wanted.every((entry, at) => held[at] === entry)) return;
      for (const entry of left) release(entry);
      held = wanted;
      halt();
      goOn();
      listeners.tell();
    },
    setAllowed(next) {
      if (next === isAllowed) return;
      isAllowed = next;
      if (next) goOn();
      else halt();
    },
    retry() {
      failures = 0;
      if (again === undefined) return;
      halt();
      goOn();
    },
    isWhole: (track) => {
      const entry = find(track);
      return entry !== undefined && isWhole(entry);
    },
    heldUntil(track) {
      const entry = find(track);
      if (!entry || entry.total === 0) return 0;
      if (isWhole(entry)) return Number.POSITIVE_INFINITY;
      if (entry.type !== CUTTABLE_TYPE) return 0;
      return Math.max(0, (entry.size / entry.total) * track.duration - MARGIN_S);
    },
    open(track) {
      const entry = find(track);
      if (!entry) return track.audio_url;
      const before = entry.url;
      if (before) queueMicrotask(() => URL.revokeObjectURL(before));
      // A blob of blobs does not copy its bytes.
      entry.url = URL.createObjectURL(new Blob(entry.parts, { type: entry.type }));
      return entry.url;
    },
    forget(track) {
      const entry = find(track);
      if (!entry) return;
      release(entry);
      entry.isFresh = true;
      listeners.tell();
    },
    onChange: listeners.add,
  };
}

function begin(track: PlayableTrack, origin: string): Held {
  const isBeyond = new URL(track.audio_url, origin).origin !== origin;
  return {
    track,
    address: isGated(track) ? null : track.audio_url,
    hasGiven: false,
    parts: [],
    size: 0,
    total: 0,
    etag: null,
    type: '',
    url: null,
    isFresh: false,
    isBeyond,
  };
}

const isGated = ({ audio_url }: PlayableTrack) =>
  audio_url.startsWith(`${API_PATHS.signedObject}/`);

/** Fetches a signed URL, or throws; skips the track from then on when access is denied. */
async function askForAddress(
  entry: Held,
  { findAddress }: Ways,
  stop: AbortSignal,
): Promise<string> {
  entry.hasGiven = false;
  const signal = anySignal([stop, AbortSignal.timeout(PIECE_MS)]);
  const address = await findAddress(entry.track, signal);
  entry.address = address;
  entry.isBeyond = address === null;
  if (address === null) throw new Error('the recording needs a plan');
  return address;
}

/** Fetches the next piece, or throws; rejects a response that does not fit exactly. */
async function fetchPiece(entry: Held, ways: Ways, stop: AbortSignal): Promise<void> {
  const from = entry.size;
  const address = entry.address ?? (await askForAddress(entry, ways, stop));
  const response = await ways.request(address, {
    headers: { Range: `bytes=${from}-${from + PIECE_BYTES - 1}` },
    cache: entry.isFresh ? 'reload' : 'default',
    priority: 'low',
    signal: anySignal([stop, AbortSignal.timeout(PIECE_MS)]),
  });
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const etag = response.headers.get('etag');
  if (response.status !== 206 || !range) {
    await response.body?.cancel();
    const isFinal = response.status < 500 && response.status !== 429;
    const isOver = isFinal && isGated(entry.track) && entry.hasGiven;
    if (isOver) entry.address = null;
    entry.isBeyond = isFinal && !isOver;
    throw new Error(`a piece was answered with ${response.status}`);
  }
  // The expression has three groups.
  const [start, end, total] = range.slice(1).map(Number) as [number, number, number];
  const piece = await response.blob();
  if (entry.parts.length > 0 && (etag !== entry.etag || total !== entry.total)) {
    // The file has changed, so the fetched beginning is stale.
    entry.parts = [];
    entry.size = 0;
    throw new Error('the recording has changed');
  }
  if (start !== from || piece.size !== end - start + 1) throw new Error('a piece does not fit');
  entry.parts.push(piece);
  entry.hasGiven = true;
  entry.size += piece.size;
  entry.total = total;
  entry.etag = etag;
  entry.type = response.headers.get('content-type') ?? '';
}
