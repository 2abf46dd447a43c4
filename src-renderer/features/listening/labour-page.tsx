import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { Pause, Play, SkipForward, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { isFree, libraryQuery } from '#renderer/data/audio-content.ts';
import {
  isSounding,
  type PlayableTrack,
  playbackAtom,
  playbackTimeAtom,
  playerAtom,
  queueAtom,
  usePlayer,
  waitingMessage,
} from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { trackPreferencesKey } from '#renderer/data/track-preferences.ts';
import { readDevice } from '#renderer/lib/device-storage.ts';
import { formatClock } from '#renderer/lib/format.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { keepAwake } from './engine/keep-awake.ts';
import { savedPositionsAtom, toolsAtom } from './engine/player.atoms.ts';
import { HoldToLeave } from './labour/hold-to-leave.tsx';
import { labourQueue, labourTracks } from './labour/labour-tracks.ts';
import { SleepTool } from './sleep/sleep-tool.tsx';
import './labour/labour.css';

/** Paraphrases of the named passages; each track shows the next one. */
const LABOUR_VERSES = [
  { lines: ['Be still.', 'I am God, and I am here.'], from: 'Psalm 46:10' },
  { lines: ['When you pass through deep water,', 'I am with you.'], from: 'Isaiah 43:2' },
  { lines: ['Do not be afraid.', 'My hand holds you up.'], from: 'Isaiah 41:10' },
  { lines: ['He watches over you', 'and does not sleep.'], from: 'Psalm 121:3' },
];

/**
 * Plays the birth tracks in a loop. Shows three large controls, the track with its remaining time,
 * and the sleep timer.
 */
export function LabourPage() {
  useDarkScreen();
  useAudibleVolume();
  const { tracks, missing } = useLabourTracks();
  const start = useLabourStart(tracks);
  const navigate = useNavigate();
  const { track, status } = useAtomValue(playbackAtom);
  const player = usePlayer();
  const sounds = track !== null && isSounding(status);

  const resume = () => (track ? player.play(track, 'labour') : start());
  const restart = () => {
    if (!track) return start();
    player.seek(track, 0, 'labour');
    if (!sounds) player.play(track, 'labour');
  };
  return (
    <main id="main" tabIndex={-1} className="labour labour-screen">
      <h1 className="visually-hidden">Labour mode</h1>
      <div className="labour-top">
        {track ? <SleepTool track={track} /> : null}
        <HoldToLeave onLeave={() => navigate('/home')} />
      </div>
      <BreathingGuide />
      <NowPlaying missing={missing} />
      <div className="labour-controls">
        <button type="button" className="labour-main" onClick={sounds ? player.pause : resume}>
          <Icon of={sounds ? Pause : Play} />
          <span>{sounds ? 'Pause' : 'Play'}</span>
        </button>
        <button type="button" onClick={restart}>
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

function BreathingGuide() {
  const { at } = useAtomValue(queueAtom);
  const verse = LABOUR_VERSES[at % LABOUR_VERSES.length];
  return (
    <div className="labour-breath">
      <div className="labour-round">
        <div className="ring" aria-hidden="true">
          <i />
          <i />
        </div>
        <div className="labour-words">
          <p className="verse">
            {verse?.lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
          <p className="labour-from">{verse?.from}</p>
        </div>
      </div>
    </div>
  );
}

/** The track and its remaining time, or a message why nothing plays. */
function NowPlaying({ missing }: { missing: string | null }) {
  const { track, status } = useAtomValue(playbackAtom);
  const { position, duration } = useAtomValue(playbackTimeAtom);
  const message = waitingMessage(status, position) ?? (track ? null : missing);
  useAnnounced(message);
  return (
    <div className="labour-now">
      {track ? (
        <b className="clamped" dir="auto">
          {track.title}
        </b>
      ) : null}
      {track && !message ? (
        <span className="tabular-numbers">{formatClock(duration - Math.floor(position))} left</span>
      ) : null}
      <p className="labour-wait">{message}</p>
      <noscript>
        <p>This screen needs JavaScript.</p>
      </noscript>
    </div>
  );
}

/** `missing` says why there are no tracks. */
function useLabourTracks(): { tracks: readonly PlayableTrack[]; missing: string | null } {
  const { data, isError } = useQuery({
    ...libraryQuery(),
    refetchInterval: ({ state }) => (state.data ? false : 5_000),
  });
  const hasPremium = useHasPremium();
  const free = (data ?? []).filter((track) => isFree(track, hasPremium));
  const tracks = labourTracks(free, readDevice(trackPreferencesKey));
  if (isError) return { tracks, missing: 'The tracks will appear as soon as you’re back online.' };
  return { tracks, missing: data && tracks.length === 0 ? 'No tracks available' : null };
}

/**
 * Starts playback if the user has navigated here by a press. A page that was loaded here waits for a
 * press, as browsers require.
 */
function useLabourStart(tracks: readonly PlayableTrack[]): () => void {
  const player = usePlayer();
  const store = useStore();
  const hasStarted = useRef(false);
  // Evaluated once, at the first render: only a press before it can have navigated to this page.
  const isHydrated = useHydrated();
  const isWanted = useRef(isHydrated && navigator.userActivation?.hasBeenActive);
  const isReady = useAtomValue(playerAtom) !== null;
  const start = () => {
    // A press before the tracks are loaded takes effect once they are.
    if (tracks.length === 0) isWanted.current = true;
    const { track, status } = store.get(playbackAtom);
    const loaded = track && { track, plays: isSounding(status) };
    const queue = labourQueue(tracks, loaded, store.get(savedPositionsAtom));
    player.playQueue(queue.tracks, { surface: 'labour', start: queue.start, repeat: 'all' });
  };
  useEffect(() => {
    if (hasStarted.current || !isReady || tracks.length === 0) return;
    hasStarted.current = true;
    if (isWanted.current) start();
  });
  return start;
}

/** A mute or sleep timer set earlier must not silence labour mode. */
function useAudibleVolume(): void {
  const tools = useAtomValue(toolsAtom);
  useEffect(() => {
    tools?.sleep.cancel();
    tools?.mute.set(false);
    if (tools?.volume.get() === 0) tools.volume.set(1);
  }, [tools]);
}

function useDarkScreen(): void {
  useEffect(keepAwake, []);
  // Darkens the browser's own bars too.
  useEffect(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const before = metas.map(({ content }) => content);
    const dark = getComputedStyle(document.body).backgroundColor;
    for (const meta of metas) meta.content = dark;
    return () => {
      for (const [at, meta] of metas.entries()) meta.content = before[at] ?? '';
    };
  }, []);
}
