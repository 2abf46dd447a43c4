import { ARTWORK_SIZES, artworkPath } from '#contract/constants/tracks/artwork.ts';
import {
  type PlayableTrack,
  type QueueState,
  SKIP_SECONDS,
  type Surface,
  waitingMessage,
} from '#renderer/data/playback.ts';
import { holdStill } from '../engine/pause-rendering.ts';
import type { PlayerEngine, PlayerState } from '../engine/player-engine.ts';

interface MediaSessionOptions {
  readonly session: MediaSession;
  readonly createMetadata: (init: MediaMetadataInit) => MediaMetadata;
  readonly productName: string;
  readonly origin: string;
}

/** Commands beyond the loaded track. */
export interface SystemCommands {
  play(track: PlayableTrack, surface: Surface): void;
  stop(): void;
  next(): void;
  previous(): void;
  getQueue(): Pick<QueueState, 'offer' | 'ended'>;
  onQueueChange(listener: () => void): () => void;
}

/**
 * Connects the Media Session API: lock screen, headset and car show the cover and controls. They
 * keep showing a track after its end: play repeats it, next plays the suggestion.
 */
export function connectMediaSession(
  engine: PlayerEngine,
  player: SystemCommands,
  options: MediaSessionOptions,
): void {
  const { session } = options;
  const shownTrack = () => engine.getState().playback.track ?? player.getQueue().ended;
  const resume = () => {
    const track = shownTrack();
    if (track) player.play(track, 'player');
  };
  const next = () => {
    const { offer } = player.getQueue();
    if (!engine.getState().playback.track && offer) player.play(offer, 'player');
    else player.next();
  };
  const previous = () => (engine.getState().playback.track ? player.previous() : resume());
  const skip = (seconds: number) => engine.seek(engine.getState().time.position + seconds);
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: resume,
    pause: () => engine.pause(),
    stop: () => player.stop(),
    previoustrack: previous,
    nexttrack: next,
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => engine.seek(seekTime ?? 0),
  };
  for (const [action, handler] of Object.entries(handlers)) {
    // Object.entries widens the keys of the table above
    ignoreUnknown(() => session.setActionHandler(action as MediaSessionAction, handler));
  }

  let shown: PlayableTrack | null = null;
  let said = '';
  const tell = () => {
    const state = engine.getState();
    const track = shownTrack();
    const words = wordsFor(state) ?? options.productName;
    if (track !== shown || words !== said) {
      session.metadata = track ? options.createMetadata(describe(track, words, options)) : null;
      shown = track;
      said = words;
    }
    session.playbackState = track ? playbackStateOf(state) : 'none';
    ignoreUnknown(() => session.setPositionState(positionOf(state)));
  };
  const tellSoon = holdStill(engine, tell);
  engine.onChange(tellSoon);
  // At the end of a track the queue changes before the engine's state.
  player.onQueueChange(() => queueMicrotask(tellSoon));
}

function describe(
  track: PlayableTrack,
  words: string,
  { origin }: MediaSessionOptions,
): MediaMetadataInit {
  return { title: track.title, artist: words, artwork: artworkOf(track, origin) };
}

/** This server's covers as PNG in every available size; other pictures unchanged. */
function artworkOf({ image_url }: PlayableTrack, origin: string): MediaImage[] {
  if (!image_url) return [];
  const sized = ARTWORK_SIZES.flatMap((size) => {
    const path = artworkPath(image_url, size);
    if (!path) return [];
    return { src: new URL(path, origin).href, sizes: `${size}x${size}`, type: 'image/png' };
  });
  return sized.length > 0 ? sized : [{ src: new URL(image_url, origin).href }];
}

/** A status shown in place of the artist, if any. */
function wordsFor({ playback, time }: PlayerState): string | null {
  return waitingMessage(playback.status, time.position);
}

function playbackStateOf({ playback }: PlayerState): MediaSessionPlaybackState {
  const { status } = playback;
  // While reconnecting the state is not 'playing', so the system's play button retries.
  return status === 'playing' || status === 'loading' ? 'playing' : 'paused';
}

function positionOf({ playback, time, rate }: PlayerState): MediaPositionState | undefined {
  if (!playback.track || time.duration <= 0) return undefined;
  const position = Math.min(time.position, time.duration);
  return { duration: time.duration, position, playbackRate: rate };
}

/** Browsers throw for unsupported actions. */
function ignoreUnknown(work: () => void): void {
  try {
    work();
  } catch {
    // the system does not offer that control
  }
}
