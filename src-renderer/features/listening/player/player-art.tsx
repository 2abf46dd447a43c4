import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { layersPath, nightPath } from '#contract/constants/tracks/artwork.ts';
import {
  type CoverLight,
  coverLight,
  PLAIN_LIGHT,
} from '#contract/constants/tracks/cover-lights.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { focusStyle } from '#renderer/lib/focus-style.ts';
import { useTheme } from '#renderer/lib/theme.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { sleepAtom } from '../engine/player.atoms.ts';
import { sleepShare } from '../sleep/sleep-timer.ts';
import type { PicturedTrack } from './use-player-track.ts';
import { useTrackTime } from './use-track-time.ts';
import './player-art.css';

/**
 * The cover with a light between its sky and land layers. The light moves with the progress of the
 * track, so that the remaining time is visible from afar.
 */
export function PlayerArt({ track }: { track: PicturedTrack }) {
  const light = track.image_url ? coverLight(track.image_url) : undefined;
  const layers = useLayers(track.image_url);
  const hasLayers = light !== undefined && layers.src !== undefined;
  return (
    <div className="player-art">
      <div className="player-frame">
        <div className="player-square" style={focusStyle(track.focus)}>
          {hasLayers ? (
            <Layer {...layers} part="sky" />
          ) : (
            <Cover src={track.image_url} lazy={false} />
          )}
          {hasLayers ? (
            <Light track={track} light={light}>
              <Layer {...layers} part="light" />
            </Light>
          ) : (
            <Light track={track} light={PLAIN_LIGHT} />
          )}
          {hasLayers ? <Layer {...layers} part="land" /> : null}
        </div>
      </div>
    </div>
  );
}

interface LightProps {
  track: PlayableTrack;
  light: CoverLight;
  children?: ReactNode;
}

function Light({ track, light: { x, radius, from, to }, children }: LightProps) {
  const { position, duration } = useTrackTime(track);
  const played = duration > 0 ? Math.min(1, position / duration) : 0;
  const slept = sleepShare(useAtomValue(sleepAtom));
  return (
    <div
      className={children ? 'player-light' : 'player-light plain'}
      aria-hidden="true"
      style={{
        '--x': x,
        '--y': from,
        '--radius': radius,
        '--way': (to - from) / (2 * radius),
        '--played': played.toFixed(4),
        '--slept': slept.toFixed(4),
      }}
    >
      {children}
    </div>
  );
}

interface Layers {
  src: string | undefined;
  onError: () => void;
}

function Layer({ src, onError, part }: Layers & { part: 'sky' | 'light' | 'land' }) {
  return (
    <img
      // A server-rendered picture may have failed to load before hydration added `onError`.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) onError();
      }}
      className={`cover by-night player-layer ${part}`}
      src={src}
      onError={onError}
      alt=""
      width="600"
      height="600"
      fetchPriority="high"
      decoding="sync"
    />
  );
}

/** The URL of the cover's layers in the current theme; undefined if they fail to load. */
function useLayers(cover: string | null): Layers {
  const isNight = useTheme() === 'dark';
  const [missing, setMissing] = useState<string>();
  const day = cover ? layersPath(cover) : undefined;
  const src = isNight && day ? nightPath(day) : day;
  return { src: src === missing ? undefined : src, onError: () => setMissing(src) };
}
