import { ARTWORK_SIZES, artworkPath } from '#contract/words/artwork.ts';
import {
  type PlayableTrack,
  SKIP_SECONDS,
  type Surface,
  waitingWords,
} from '#renderer/data/playback.ts';
import { holdStill } from './hold-still.ts';
import type { PlayerEngine, PlayerState } from './player-engine.ts';

interface MediaSessionOptions {
  readonly session: MediaSession;
  readonly createMetadata: (init: MediaMetadataInit) => MediaMetadata;
  readonly productName: string;
  readonly origin: string;
}

/** Those that concern more than the track that is loaded. */
export interface SystemCommands {
  play(track: PlayableTrack, surface: Surface): void;
  stop(): void;
  next(): void;
  previous(): void;
}

/** The lock screen, a headset and a car: they show the cover and have the same controls. */
export function connectMediaSession(
  engine: PlayerEngine,
  player: SystemCommands,
  options: MediaSessionOptions,
): void {
  const { session } = options;
  const resume = () => {
    const { track } = engine.getState().playback;
    if (track) player.play(track, 'player');
  };
  const skip = (seconds: number) => engine.seek(engine.getState().time.position + seconds);
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: resume,
    pause: () => engine.pause(),
    stop: () => player.stop(),
    previoustrack: () => player.previous(),
    nexttrack: () => player.next(),
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
  const tell = (state: PlayerState) => {
    const { track } = state.playback;
    const words = wordsFor(state) ?? options.productName;
    if (track !== shown || words !== said) {
      session.metadata = track ? options.createMetadata(describe(track, words, options)) : null;
      shown = track;
      said = words;
    }
    session.playbackState = playbackStateOf(state);
    ignoreUnknown(() => session.setPositionState(positionOf(state)));
  };
  engine.onChange(holdStill(engine, () => tell(engine.getState())));
}

function describe(
  track: PlayableTrack,
  words: string,
  { origin }: MediaSessionOptions,
): MediaMetadataInit {
  return { title: track.title, artist: words, artwork: artworkOf(track, origin) };
}

/** A cover of this server as PNG in every size there is; any other picture as it is. */
function artworkOf({ image_url }: PlayableTrack, origin: string): MediaImage[] {
  if (!image_url) return [];
  const sized = ARTWORK_SIZES.flatMap((size) => {
    const path = artworkPath(image_url, size);
    if (!path) return [];
    return { src: new URL(path, origin).href, sizes: `${size}x${size}`, type: 'image/png' };
  });
  return sized.length > 0 ? sized : [{ src: new URL(image_url, origin).href }];
}

/** Said where the artist stands, while there is something to say. */
function wordsFor({ playback, time }: PlayerState): string | null {
  return waitingWords(playback.status, time.position);
}

function playbackStateOf({ playback }: PlayerState): MediaSessionPlaybackState {
  if (!playback.track) return 'none';
  const { status } = playback;
  // What waits for a line is not announced as playing; its play button then means: try now.
  return status === 'playing' || status === 'loading' ? 'playing' : 'paused';
}

function positionOf({ playback, time, rate }: PlayerState): MediaPositionState | undefined {
  if (!playback.track || time.duration <= 0) return undefined;
  const position = Math.min(time.position, time.duration);
  return { duration: time.duration, position, playbackRate: rate };
}

/** Browsers throw for an action they have never heard of. */
function ignoreUnknown(work: () => void): void {
  try {
    work();
  } catch {
    // the control is then simply not offered
  }
}
