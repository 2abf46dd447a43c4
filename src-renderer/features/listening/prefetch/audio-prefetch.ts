import type { PlayableTrack } from '#renderer/data/playback.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import { anySignal } from '#renderer/lib/requests/any-signal.ts';
import { type Connection, isGated } from './audio-requests.ts';

export type AudioPrefetch = ReturnType<typeof createAudioPrefetch>;

interface AudioFile {
  readonly track: PlayableTrack;
  /** The URL of the file; null for a premium recording until a signed URL has been fetched. */
  address: string | null;
  /** The beginning of the file, in order and without gaps. */
  readonly parts: Blob[];
  size: number;
  total: number;
  type: string;
  url: string | null;
  /** The file is on another origin, or the server refuses it permanently. */
  isUnfetchable: boolean;
}

/** Two seconds at 1 Mbit/s: small enough for a connection that breaks often. */
const PIECE_BYTES = 256 * 1024;
const PIECE_TIMEOUT_MS = 20_000;
/** Backoff after failed pieces. Jitter may double the delay. */
const BACKOFF_MS = [2_000, 4_000, 8_000, 15_000];
/** Tolerance, because the playable time is estimated from the bytes of a compressed file. */
const MARGIN_S = 1;
/** An incomplete MP3 file is playable; other formats may have their index at the end. */
const PLAYABLE_IN_PART_TYPE = 'audio/mpeg';

interface Requests {
  /** Called only for this origin, because the page cannot read audio of other origins. */
  readonly request: typeof fetch;
  /** Signs the URLs of premium recordings. */
  readonly findAddress: Connection['findAddress'];
}

/**
 * Prefetches upcoming audio into memory, piece by piece, so that playback continues without a
 * connection. Nothing is stored on the device.
 */
export function createAudioPrefetch(origin: string, requests: Requests) {
  const listeners = createListeners();
  let files: AudioFile[] = [];
  let isAllowed = true;
  let running: AbortController | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const find = ({ id, audio_url }: PlayableTrack) =>
    files.find(({ track }) => track.id === id && track.audio_url === audio_url);
  const isWhole = ({ size, total }: AudioFile) => total > 0 && size === total;

  // Deferred, because the player may use the old URL until the end of this task.
  const revoke = ({ url }: AudioFile) => {
    if (url) queueMicrotask(() => URL.revokeObjectURL(url));
  };

  const fetchNext = () => {
    if (running || retryTimer !== undefined || !isAllowed) return;
    const next = files.find((file) => !isWhole(file) && !file.isUnfetchable);
    if (!next) return;
    const controller = new AbortController();
    running = controller;
    fetchPiece(next, requests, controller.signal)
      .then(
        () => {
          failures = 0;
          listeners.tell();
        },
        () => {
          if (controller.signal.aborted) return;
          const delay = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 0;
          const jitter = failures === 0 ? 0 : delay * Math.random();
          failures += 1;
          retryTimer = setTimeout(() => {
            retryTimer = undefined;
            fetchNext();
          }, delay + jitter);
        },
      )
      .finally(() => {
        if (running !== controller) return;
        running = undefined;
        fetchNext();
      });
  };
  const stopFetching = () => {
    running?.abort();
    running = undefined;
    clearTimeout(retryTimer);
    retryTimer = undefined;
  };

  return {
    /** Fetches these tracks one after the other, each completely, and evicts all others. */
    setTracks(tracks: readonly PlayableTrack[]) {
      const wanted = tracks.map((track) => find(track) ?? newFile(track, origin));
      const unwanted = files.filter((file) => !wanted.includes(file));
      if (unwanted.length === 0 && wanted.every((file, at) => files[at] === file)) return;
      for (const file of unwanted) revoke(file);
      files = wanted;
      stopFetching();
      fetchNext();
      listeners.tell();
    },
    /** Pauses fetching while playback needs the connection or data saver is on. */
    setAllowed(next: boolean) {
      if (next === isAllowed) return;
      isAllowed = next;
      if (next) fetchNext();
      else stopFetching();
    },
    /** Retries at once; call it when the connection may be back. */
    retry() {
      failures = 0;
      if (retryTimer === undefined) return;
      stopFetching();
      fetchNext();
    },
    isWhole: (track: PlayableTrack) => {
      const file = find(track);
      return file !== undefined && isWhole(file);
    },
    heldUntil(track: PlayableTrack) {
      const file = find(track);
      if (!file || file.total === 0) return 0;
      if (isWhole(file)) return Number.POSITIVE_INFINITY;
      if (file.type !== PLAYABLE_IN_PART_TYPE) return 0;
      return Math.max(0, (file.size / file.total) * track.duration - MARGIN_S);
    },
    open(track: PlayableTrack) {
      const file = find(track);
      if (!file) return track.audio_url;
      revoke(file);
      // A blob that is made of blobs does not copy their bytes.
      file.url = URL.createObjectURL(new Blob(file.parts, { type: file.type }));
      return file.url;
    },
    onChange: listeners.add,
  };
}

function newFile(track: PlayableTrack, origin: string): AudioFile {
  const isUnfetchable = new URL(track.audio_url, origin).origin !== origin;
  return {
    track,
    address: isGated(track.audio_url) ? null : track.audio_url,
    parts: [],
    size: 0,
    total: 0,
    type: '',
    url: null,
    isUnfetchable,
  };
}

/** Fetches a signed URL, or throws. If access is denied, the file is not requested again. */
async function fetchAddress(
  file: AudioFile,
  { findAddress }: Requests,
  stop: AbortSignal,
): Promise<string> {
  const signal = anySignal([stop, AbortSignal.timeout(PIECE_TIMEOUT_MS)]);
  const address = await findAddress(file.track, signal);
  file.address = address;
  file.isUnfetchable = address === null;
  if (address === null) throw new Error(`prefetch failed: track ${file.track.id}: access denied`);
  return address;
}

/** Fetches the next piece, or throws. Rejects a response that does not match the request exactly. */
async function fetchPiece(file: AudioFile, requests: Requests, stop: AbortSignal): Promise<void> {
  const from = file.size;
  const isNewlySigned = file.address === null;
  const address = file.address ?? (await fetchAddress(file, requests, stop));
  const response = await requests.request(address, {
    headers: { Range: `bytes=${from}-${from + PIECE_BYTES - 1}` },
    priority: 'low',
    signal: anySignal([stop, AbortSignal.timeout(PIECE_TIMEOUT_MS)]),
  });
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  if (response.status !== 206 || !range) {
    await response.body?.cancel();
    const isFinal = response.status < 500 && response.status !== 429;
    // A signed URL expires after some hours.
    if (isFinal && isGated(file.track.audio_url) && !isNewlySigned) file.address = null;
    else file.isUnfetchable = isFinal;
    throw new Error(`prefetch failed: track ${file.track.id}: HTTP ${response.status}`);
  }
  // The regular expression has three groups.
  const [start, end, total] = range.slice(1).map(Number) as [number, number, number];
  const piece = await response.blob();
  if (start !== from || piece.size !== end - start + 1) {
    throw new Error(`prefetch failed: track ${file.track.id}: wrong byte range`);
  }
  file.parts.push(piece);
  file.size += piece.size;
  file.total = total;
  file.type = response.headers.get('content-type') ?? '';
}
