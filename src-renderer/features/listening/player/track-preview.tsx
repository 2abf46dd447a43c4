import { PlayButton } from '#renderer/components/play-button.tsx';
import { formatLength } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { PanelTheme, type Theme } from '#renderer/lib/theme.ts';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { PlayerArt } from './player-art.tsx';
import { PlayerTitle } from './player-title.tsx';
import type { PicturedTrack } from './use-player-track.ts';
import './player.css';
import './track-preview.css';

interface TrackPreviewProps {
  /** The unsaved track. */
  track: PicturedTrack & { readonly description: string | null };
  theme: Theme;
}

/** Previews the player of a phone before playback, in the given theme. Not interactive. */
export function TrackPreview({ track, theme }: TrackPreviewProps) {
  return (
    <PanelTheme value={theme}>
      <div className={theme === 'dark' ? 'dark' : 'light'} inert aria-hidden="true">
        <div
          className="track-preview ground"
          data-stage={stageOf(track.category)}
          style={groundStyle(track.ground)}
        >
          <PlayerArt key={track.image_url} track={track} />
          <div className="track-preview-body">
            <PlayerTitle title={track.title} description={track.description} />
            <PlayButton huge sounding={false} title={track.title} />
            <p className="tabular-numbers">{formatLength(track.duration)}</p>
          </div>
        </div>
      </div>
    </PanelTheme>
  );
}
