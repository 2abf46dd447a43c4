import { ARTWORK_SIZES, artworkPath } from '#contract/constants/tracks/artwork.ts';
import { type PlayableTrack, SKIP_SECONDS, waitingMessage } from '#renderer/data/playback.ts';
import type { QueuedPlayer } from '../engine/create-player.ts';
import { deferRendering } from '../engine/defer-rendering.ts';
import type { PlayerEngine, PlayerState } from '../engine/player-engine.ts';

/**
 * Connects the Media Session API: lock screen, headset and car show the cover and controls. They keep
 * showing a track after its end: 'play' then repeats it, and 'next' plays the suggested track.
 */
export function connectMediaSession(
  engine: PlayerEngine,
  player: QueuedPlayer,
  session: MediaSession,
  productName: string,
): void {
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
    // `Object.entries` widens the keys of `handlers`.
    ignoreUnsupported(() => session.setActionHandler(action as MediaSessionAction, handler));
  }

  let shown: PlayableTrack | null = null;
  /** While waiting for a connection, a message in place of the artist. */
  let shownArtist = '';
  const update = () => {
    const state = engine.getState();
    const track = shownTrack();
    const artist = waitingMessage(state.playback.status, state.time.position) ?? productName;
    if (track !== shown || artist !== shownArtist) {
      session.metadata = track
        ? new MediaMetadata({ title: track.title, artist, artwork: artworkOf(track) })
        : null;
      shown = track;
      shownArtist = artist;
    }
    session.playbackState = track ? playbackStateOf(state) : 'none';
    ignoreUnsupported(() => session.setPositionState(positionOf(state)));
  };
  const updateSoon = deferRendering(engine, update);
  engine.onChange(updateSoon);
  // Deferred: at the end of a track, the queue changes before the engine's state.
  player.onQueueChange(() => queueMicrotask(updateSoon));
}

/** This server's covers are offered as PNG in several sizes; other pictures unchanged. */
function artworkOf({ image_url }: PlayableTrack): MediaImage[] {
  if (!image_url) return [];
  const sized = ARTWORK_SIZES.flatMap((size) => {
    const src = artworkPath(image_url, size);
    return src ? { src, sizes: `${size}x${size}`, type: 'image/png' } : [];
  });
  return sized.length > 0 ? sized : [{ src: image_url }];
}

function playbackStateOf({ playback }: PlayerState): MediaSessionPlaybackState {
  const { status } = playback;
  // While reconnecting, the system must show its play button, which retries.
  return status === 'playing' || status === 'loading' ? 'playing' : 'paused';
}

function positionOf({ playback, time, rate }: PlayerState): MediaPositionState | undefined {
  if (!playback.track || time.duration <= 0) return undefined;
  const position = Math.min(time.position, time.duration);
  return { duration: time.duration, position, playbackRate: rate };
}

/** Browsers throw for unsupported actions. */
function ignoreUnsupported(work: () => void): void {
  try {
    work();
  } catch {
    // The system does not have this control.
  }
}
