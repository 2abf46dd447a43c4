import { useAtomValue } from 'jotai';
import type { RefObject } from 'react';
import { Button } from '#renderer/components/button.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { sleepAtom, toolsAtom } from '../engine/player.atoms.ts';
import { ToolSheet } from '../player/tool-sheet.tsx';
import { SLEEP_MINUTES } from './sleep-timer.ts';

const CHOICES = SLEEP_MINUTES.map((minutes) => ({ value: minutes, label: `${minutes} min` }));

interface SleepSheetProps {
  track: PlayableTrack;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function SleepSheet({ track, anchor, onClose }: SleepSheetProps) {
  const timer = useAtomValue(toolsAtom)?.sleep;
  const sleep = useAtomValue(sleepAtom);
  const isThisTrack = sleep?.until === 'track' && sleep.trackId === track.id;
  return (
    <ToolSheet
      title="Sleep timer"
      text="The sound fades out on its own, and we keep your place."
      choices={CHOICES}
      chosen={sleep?.until === 'time' ? sleep.minutes : null}
      onChoose={(minutes) => timer?.setMinutes(minutes)}
      anchor={anchor}
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
        End of track
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
