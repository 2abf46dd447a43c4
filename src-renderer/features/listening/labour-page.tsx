import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { Pause, Play, SkipForward, Undo2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { isFree, libraryQuery } from '#renderer/data/audio-content.ts';
import {
  isSounding,
  type PlayableTrack,
  playbackAtom,
  playbackTimeAtom,
  queueAtom,
  usePlayer,
  waitingWords,
} from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { trackPreferencesKey } from '#renderer/data/track-preferences.ts';
import { readDevice } from '#renderer/lib/device-storage.ts';
import { useNavigate } from '#renderer/lib/router.tsx';
import { useAnnounced } from '#renderer/lib/use-announced.ts';
import { HoldToLeave } from './hold-to-leave.tsx';
import { keepAwake } from './keep-awake.ts';
import { labourStart, labourTracks } from './labour-tracks.ts';
import { LABOUR_VERSES } from './labour-verses.ts';
import { keptPositionsAtom, muteAtom, sleepTimerAtom } from './player.atoms.ts';
import './labour.css';

/**
 * A dark room with three controls: the birth tracks she wants, again and again, until she stops them.
 * Nothing else is shown, sold, counted or said here.
 */
export function LabourPage() {
  useDarkRoom();
  useFullSound();
  const { tracks, isMissing } = useLabourTracks();
  const start = useLabourStart(tracks);
  const navigate = useNavigate();
  const { track, status } = useAtomValue(playbackAtom);
  const player = usePlayer();
  const sounds = track !== null && isSounding(status);

  const goOn = () => (track ? player.play(track, 'labour') : start());
  const again = () => {
    if (!track) return start();
    player.seek(track, 0, 'labour');
    if (!sounds) player.play(track, 'labour');
  };
  return (
    <main id="main" tabIndex={-1} className="labour lab">
      <h1 className="sr">Labour mode</h1>
      <div className="lab-top">
        <HoldToLeave onLeave={() => navigate('/home')} />
      </div>
      <Breath isMissing={isMissing} />
      <div className="lab-ctl">
        <button type="button" className="lab-main" onClick={sounds ? player.pause : goOn}>
          <Icon of={sounds ? Pause : Play} />
          <span>{sounds ? 'Pause' : 'Play'}</span>
        </button>
        <button type="button" onClick={again}>
          <Icon of={Undo2} />
          <span>Again</span>
        </button>
        <button type="button" onClick={track ? player.next : start}>
          <Icon of={SkipForward} />
          <span>Next</span>
        </button>
      </div>
    </main>
  );
}

function Breath({ isMissing }: { isMissing: boolean }) {
  const { at } = useAtomValue(queueAtom);
  const verse = LABOUR_VERSES[at % LABOUR_VERSES.length];
  return (
    <div className="lab-breath">
      <div className="ring" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className="lab-words">
        <p className="verse">
          {verse?.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className="lab-from">{verse?.from}</p>
        <Waiting isMissing={isMissing} />
      </div>
    </div>
  );
}

function Waiting({ isMissing }: { isMissing: boolean }) {
  const { track, status } = useAtomValue(playbackAtom);
  const { position } = useAtomValue(playbackTimeAtom);
  const nothing =
    isMissing && !track ? 'The tracks come by themselves when the connection returns.' : null;
  const words = waitingWords(status, position) ?? nothing;
  useAnnounced(words);
  return <p className="lab-wait">{words}</p>;
}

function useLabourTracks(): { tracks: readonly PlayableTrack[]; isMissing: boolean } {
  const { data, isError } = useQuery({
    ...libraryQuery(),
    refetchInterval: ({ state }) => (state.data ? false : 5_000),
  });
  const hasPremium = useHasPremium();
  const free = (data ?? []).filter((track) => isFree(track, hasPremium));
  return { tracks: labourTracks(free, readDevice(trackPreferencesKey)), isMissing: isError };
}

/** Begins by itself when she came here by a press; a page that was just loaded waits for hers. */
function useLabourStart(tracks: readonly PlayableTrack[]): () => void {
  const player = usePlayer();
  const store = useStore();
  const hasBegun = useRef(false);
  const start = () => {
    const loaded = store.get(playbackAtom).track?.id;
    const at = labourStart(tracks, loaded, store.get(keptPositionsAtom));
    player.playQueue(tracks, { surface: 'labour', start: at, repeat: 'all' });
  };
  useEffect(() => {
    if (hasBegun.current || tracks.length === 0) return;
    hasBegun.current = true;
    if (navigator.userActivation?.hasBeenActive) start();
  });
  return start;
}

/** What she set for an evening must not silence this. */
function useFullSound(): void {
  const timer = useAtomValue(sleepTimerAtom);
  const mute = useAtomValue(muteAtom);
  useEffect(() => {
    timer?.cancel();
    mute?.set(false);
  }, [timer, mute]);
}

function useDarkRoom(): void {
  useEffect(() => keepAwake({ wakeLock: navigator.wakeLock, page: document }), []);
  useLayoutEffect(() => {
    document.documentElement.classList.add('labour');
    return () => document.documentElement.classList.remove('labour');
  }, []);
}
