import { API_PATHS } from '#contract/words/paths.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { anySignal } from '#renderer/lib/any-signal.ts';
import type { Line } from './line.ts';
import type { Memory } from './player-engine.ts';

/**
 * What is coming, fetched piece by piece into the memory of the page, so that a lost connection is not
 * heard. Nothing is kept on the device: it goes with the track, and with the page.
 */
export interface FetchedAhead extends Memory {
  /** These, in this order and each to its end; whatever else is held is let go. */
  want(tracks: readonly PlayableTrack[]): void;
  /** While the sound itself needs the line, or she spares her data, nothing is fetched. */
  setAllowed(isAllowed: boolean): void;
  /** Try at once what has just failed: the line may be back. */
  retry(): void;
  isWhole(track: PlayableTrack): boolean;
  onChange(listener: () => void): () => void;
}

interface Held {
  readonly track: PlayableTrack;
  /** Where its pieces are; null of one behind the gate, until its address for a while was asked for. */
  address: string | null;
  /** That address has given a piece, so that a refusal means that its time is over. */
  hasGiven: boolean;
  /** In order and without a gap; joined, they are the file from its beginning. */
  parts: Blob[];
  size: number;
  total: number;
  etag: string | null;
  type: string;
  url: string | null;
  /** The cache gave bytes that were no good. */
  isFresh: boolean;
  /** It cannot be fetched in pieces: another origin, or an answer that will not change. */
  isBeyond: boolean;
}

/** Small enough to be worth keeping on a line that breaks often: two seconds of 1 Mbit/s. */
const PIECE_BYTES = 256 * 1024;
const PIECE_MS = 20_000;
const AGAIN_MS = 2_000;
/** A part of a compressed file is not exactly its share of the time. */
const MARGIN_S = 1;
/** Of which a beginning plays without its end; others say only at their end what is where. */
const CUTTABLE_TYPE = 'audio/mpeg';

interface Ways {
  /** Goes to our own origin; another's sound can be heard, but not be read by the page. */
  readonly request: typeof fetch;
  /** For a recording behind the gate. */
  readonly findAddress: Line['findAddress'];
}

export function createFetchedAhead(origin: string, ways: Ways): FetchedAhead {
  const listeners = new Set<() => void>();
  let held: Held[] = [];
  let isAllowed = true;
  let running: AbortController | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const find = ({ id, audio_url }: PlayableTrack) =>
    held.find(({ track }) => track.id === id && track.audio_url === audio_url);
  const isWhole = ({ size, total }: Held) => total > 0 && size === total;
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const letGo = (entry: Held) => {
    const { url } = entry;
    // Whoever was playing it has another address by the end of this turn.
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
        () => tell(),
        () => {
          if (own.signal.aborted) return;
          again = setTimeout(() => {
            again = undefined;
            goOn();
          }, AGAIN_MS);
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
      for (const entry of left) letGo(entry);
      held = wanted;
      halt();
      goOn();
      tell();
    },
    setAllowed(next) {
      if (next === isAllowed) return;
      isAllowed = next;
      if (next) goOn();
      else halt();
    },
    retry() {
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
      // A blob of blobs holds no bytes of its own.
      entry.url = URL.createObjectURL(new Blob(entry.parts, { type: entry.type }));
      return entry.url;
    },
    forget(track) {
      const entry = find(track);
      if (!entry) return;
      letGo(entry);
      entry.isFresh = true;
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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

/** Where the pieces are for a while, or throws; one that is not for her is left alone from then on. */
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
  if (address === null) throw new Error('the recording is not for her');
  return address;
}

/** Adds the next piece, or throws; what does not fit exactly is not taken. */
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
  // The three groups of the expression above.
  const [start, end, total] = range.slice(1).map(Number) as [number, number, number];
  const piece = await response.blob();
  if (entry.parts.length > 0 && (etag !== entry.etag || total !== entry.total)) {
    // Another recording stands there now: what is held is the beginning of the old one.
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
