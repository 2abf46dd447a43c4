import { useAtomValue } from 'jotai';
import { Timer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { sleepAtom, sleepTimerAtom } from './player.atoms.ts';
import { SLEEP_MINUTES } from './sleep-timer.ts';
import { ToolSheet } from './tool-sheet.tsx';
import { useSleepWords } from './use-sleep-words.ts';

const CHOICES = SLEEP_MINUTES.map((minutes) => ({ value: minutes, label: `${minutes} min` }));

export function SleepTool({ track }: { track: PlayableTrack }) {
  const [isOpen, setOpen] = useState(false);
  const words = useSleepWords();
  return (
    <>
      <button
        type="button"
        className={words ? 'on' : undefined}
        aria-haspopup="dialog"
        aria-label={words ? `Sleep timer: ${words.long}` : 'Sleep timer: off'}
        onClick={() => setOpen(true)}
      >
        <Icon of={Timer} />
        <span>{words?.short ?? 'Timer'}</span>
      </button>
      {isOpen ? <SleepSheet track={track} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SleepSheet({ track, onClose }: { track: PlayableTrack; onClose: () => void }) {
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
