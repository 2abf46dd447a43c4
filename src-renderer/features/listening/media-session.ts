import { type PlayableTrack, SKIP_SECONDS } from '#renderer/lib/playback.ts';
import type { PlayerEngine, PlayerState } from './player-engine.ts';

interface MediaSessionOptions {
  readonly session: MediaSession;
  readonly createMetadata: (init: MediaMetadataInit) => MediaMetadata;
  readonly productName: string;
  readonly origin: string;
}

/** The lock screen, a headset and a car: they show the cover and have the same controls. */
export function connectMediaSession(engine: PlayerEngine, options: MediaSessionOptions): void {
  const { session } = options;
  const resume = () => {
    const { track } = engine.getState().playback;
    if (track) engine.play(track, { surface: 'player' });
  };
  const skip = (seconds: number) => engine.seek(engine.getState().time.position + seconds);
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: resume,
    pause: () => engine.pause(),
    stop: () => engine.stop(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => engine.seek(seekTime ?? 0),
  };
  for (const [action, handler] of Object.entries(handlers)) {
    // Object.entries widens the keys of the table above
    ignoreUnknown(() => session.setActionHandler(action as MediaSessionAction, handler));
  }

  let shown: PlayableTrack | null = null;
  engine.onChange((state) => {
    const { track } = state.playback;
    if (track !== shown) {
      session.metadata = track ? options.createMetadata(describe(track, options)) : null;
      shown = track;
    }
    session.playbackState = playbackStateOf(state);
    ignoreUnknown(() => session.setPositionState(positionOf(state)));
  });
}

function describe(track: PlayableTrack, { productName, origin }: MediaSessionOptions) {
  return {
    title: track.title,
    artist: productName,
    artwork: track.image_url ? [{ src: new URL(track.image_url, origin).href }] : [],
  };
}

function playbackStateOf({ playback }: PlayerState): MediaSessionPlaybackState {
  if (!playback.track) return 'none';
  return playback.status === 'paused' ? 'paused' : 'playing';
}

function positionOf({ playback, time }: PlayerState): MediaPositionState | undefined {
  if (!playback.track || time.duration <= 0) return undefined;
  return { duration: time.duration, position: Math.min(time.position, time.duration) };
}

/** Browsers throw for an action they have never heard of. */
function ignoreUnknown(work: () => void): void {
  try {
    work();
  } catch {
    // the control is then simply not offered
  }
}
