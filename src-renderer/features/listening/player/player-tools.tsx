import { useAtomValue, useSetAtom } from 'jotai';
import { ListMusic, Play, Repeat, Repeat1 } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import {
  type PlayableTrack,
  playbackAtom,
  queueAtom,
  type RepeatMode,
  usePlayer,
} from '#renderer/data/playback.ts';
import { shortcutsSheetAtom } from '#renderer/data/shortcuts.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { isFullyLoadedAtom, isMutedAtom } from '../engine/player.atoms.ts';
import { SleepTool } from '../sleep/sleep-tool.tsx';
import { SpeedTool } from './speed-tool.tsx';
import { ToolButton } from './tool-button.tsx';
import type { PlayerTrack } from './use-player-track.ts';
import { VolumeControl } from './volume-control.tsx';

const QueuePanel = lazyComponent(
  () => import('../queue/queue-panel.tsx').then((module) => module.QueuePanel),
  { isOpenedByPress: true },
);

const NEXT_MODE: Record<RepeatMode, RepeatMode> = { off: 'all', all: 'one', one: 'off' };
const MODE_NAMES: Record<RepeatMode, string> = { off: 'off', all: 'all', one: 'this one' };

export function PlayerTools({ track }: { track: PlayerTrack }) {
  const { repeat, offer } = useAtomValue(queueAtom);
  const { track: loaded } = useAtomValue(playbackAtom);
  const player = usePlayer();
  const isMuted = useAtomValue(isMutedAtom);
  useAnnounced(isMuted ? 'The sound is off' : 'The sound is on', { isOnlyNews: true });
  return (
    <>
      {offer && !loaded ? <Offer track={offer} /> : null}
      <FullyLoaded track={track} />
      <div className="player-more">
        <SleepTool track={track} />
        <SpeedTool track={track} />
        <button
          type="button"
          aria-pressed={repeat !== 'off'}
          aria-label={`Repeat: ${MODE_NAMES[repeat]}`}
          onClick={() => player.setRepeat(NEXT_MODE[repeat])}
        >
          <Icon of={repeat === 'one' ? Repeat1 : Repeat} />
          <span>{repeat === 'off' ? 'Repeat' : `Repeat ${MODE_NAMES[repeat]}`}</span>
        </button>
        <ToolButton
          icon={ListMusic}
          text="Queue"
          renderSheet={(sheet) => <QueuePanel {...sheet} />}
        />
      </div>
      <div className="player-desktop">
        <VolumeControl />
        <KeysLink />
      </div>
    </>
  );
}

/** Suggests a track after the end of the playback. */
function Offer({ track }: { track: PlayableTrack }) {
  const player = usePlayer();
  return (
    <button type="button" className="row player-offer" onClick={() => player.play(track, 'player')}>
      <Icon of={Play} className="i-play" />
      <span>
        <small>What comes next</small>
        <b dir="auto">{track.title}</b>
      </span>
    </button>
  );
}

/** CSS shows it only on devices that probably have a keyboard. */
function KeysLink() {
  const show = useSetAtom(shortcutsSheetAtom);
  return (
    <button type="button" className="player-keys" onClick={() => show(true)}>
      {' '}
      Shortcuts{' '}
    </button>
  );
}

function FullyLoaded({ track }: { track: PlayableTrack }) {
  const { track: loaded } = useAtomValue(playbackAtom);
  const isFullyLoaded = useAtomValue(isFullyLoadedAtom) && loaded?.id === track.id;
  return isFullyLoaded ? <p className="player-ready small">Fully loaded</p> : null;
}
