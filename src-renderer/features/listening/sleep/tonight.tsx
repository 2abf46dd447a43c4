import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { PlayDisc } from '#renderer/components/play-disc.tsx';
import { isFree, libraryQuery } from '#renderer/data/audio-content.ts';
import { discOf, isSounding, usePlayback, usePlayer } from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { toolsAtom } from '../engine/player.atoms.ts';
import { useSleepLabel } from './use-sleep-label.ts';
import './tonight.css';

const MINUTES = 30;
const MINUTE_MS = 60_000;

/** In step with index.html, which decides before the first paint. */
const isEvening = (hour: number) => hour >= 21 || hour < 5;

/** In the evening, one press plays a sleep track and sets the timer. CSS hides it by day. */
export function Tonight() {
  const hasPremium = useHasPremium();
  const { data: track, isPending } = useQuery({
    ...libraryQuery(),
    select: (tracks) => tracks.find((one) => /\bsleep/i.test(one.title) && isFree(one, hasPremium)),
  });
  const player = usePlayer();
  const status = usePlayback(track?.id ?? 0);
  const timer = useAtomValue(toolsAtom)?.sleep;
  const words = useSleepLabel();
  useEffect(() => {
    const look = () =>
      document.documentElement.classList.toggle('evening', isEvening(new Date().getHours()));
    look();
    // The page may stay open past 21:00; a phone stops the interval in the background.
    const interval = setInterval(look, MINUTE_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(interval);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  // The list below keeps its place while the library loads.
  if (isPending) return <div className="tonight waits" aria-hidden="true" />;
  if (!track) return null;
  const isOn = isSounding(status);
  const handlePress = () => {
    if (!isOn) timer?.setMinutes(MINUTES);
    player.toggle(track, 'list');
  };
  return (
    <section className="tonight ground" aria-labelledby="tonight" style={groundStyle(track.ground)}>
      <PlayDisc
        title={isOn ? track.title : `${track.title}, for ${MINUTES} minutes`}
        tone="sun"
        {...discOf(status)}
        onPointerDown={() => player.prepare(track)}
        onClick={handlePress}
      />
      <div>
        <h2 id="tonight">Tonight</h2>
        <p className="small">{track.title}</p>
        <p className="small">{isOn && words ? words.long : `Stops after ${MINUTES} minutes`}</p>
      </div>
    </section>
  );
}
