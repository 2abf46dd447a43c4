import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { PlayButton } from '#renderer/components/play-button.tsx';
import { isFree, libraryQuery } from '#renderer/data/audio-content.ts';
import { isSounding, toPlayButtonProps, usePlayback, usePlayer } from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { toolsAtom } from '../engine/player.atoms.ts';
import { useSleepLabel } from './use-sleep-label.ts';
import './tonight.css';

const MINUTES = 30;

/** Must match the hours in index.html, which sets the class before the first paint. */
const isEvening = (hour: number) => hour >= 21 || hour < 5;

/** One press plays a sleep track and sets the sleep timer. CSS shows it only in the evening. */
export function Tonight() {
  const hasPremium = useHasPremium();
  const { data: track, isPending } = useQuery({
    ...libraryQuery(),
    select: (tracks) => tracks.find((one) => /\bsleep/i.test(one.title) && isFree(one, hasPremium)),
  });
  const player = usePlayer();
  const status = usePlayback(track?.id ?? 0);
  const timer = useAtomValue(toolsAtom)?.sleep;
  const label = useSleepLabel();
  useEffect(() => {
    document.documentElement.classList.toggle('evening', isEvening(new Date().getHours()));
  }, []);
  // Reserves the space while the library loads, so that the list below does not move.
  if (isPending) return <div className="tonight waits" aria-hidden="true" />;
  if (!track) return null;
  const isOn = isSounding(status);
  const handlePress = () => {
    if (!isOn) timer?.setMinutes(MINUTES);
    player.toggle(track, 'list');
  };
  return (
    <section className="tonight ground" aria-labelledby="tonight" style={groundStyle(track.ground)}>
      <PlayButton
        title={isOn ? track.title : `${track.title}, for ${MINUTES} minutes`}
        {...toPlayButtonProps(status)}
        onPointerDown={() => player.prepare(track)}
        onClick={handlePress}
      />
      <div>
        <h2 id="tonight">Tonight</h2>
        <p className="small" dir="auto">
          {track.title}
        </p>
        <p className="small">{isOn && label ? label.long : `Stops after ${MINUTES} minutes`}</p>
      </div>
    </section>
  );
}
