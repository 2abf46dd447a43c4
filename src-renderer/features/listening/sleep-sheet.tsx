import { useAtomValue } from 'jotai';
import { Button } from '#renderer/components/button.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { sleepAtom, sleepTimerAtom } from './player.atoms.ts';
import { SLEEP_MINUTES } from './sleep-timer.ts';
import { ToolSheet } from './tool-sheet.tsx';

const CHOICES = SLEEP_MINUTES.map((minutes) => ({ value: minutes, label: `${minutes} min` }));

interface SleepSheetProps {
  track: PlayableTrack;
  onClose: () => void;
}

/** When it is to grow quiet by itself. */
export function SleepSheet({ track, onClose }: SleepSheetProps) {
  const timer = useAtomValue(sleepTimerAtom);
  const sleep = useAtomValue(sleepAtom);
  const isThisTrack = sleep?.until === 'track' && sleep.trackId === track.id;
  return (
    <ToolSheet
      title="Sleep timer"
      text="It grows quiet by itself, and your place is kept where that began."
      choices={CHOICES}
      chosen={sleep?.until === 'time' ? sleep.minutes : null}
      onChoose={(minutes) => timer?.setMinutes(minutes)}
      onClose={onClose}
    >
      <button
        type="button"
        className="chip tool-wide"
        aria-pressed={isThisTrack}
        onClick={() => {
          timer?.setTrack(track.id);
          onClose();
        }}
      >
        The end of this track
      </button>
      {sleep ? (
        <Button
          look="soft"
          block
          onClick={() => {
            timer?.cancel();
            onClose();
          }}
        >
          Turn the timer off
        </Button>
      ) : null}
    </ToolSheet>
  );
}
