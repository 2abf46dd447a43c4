import { useAtomValue } from 'jotai';
import { Timer } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { sleepAtom, toolsAtom } from '../engine/player.atoms.ts';
import { ToolButton, ToolSheet } from '../player/tool-button.tsx';
import { SLEEP_MINUTES } from './sleep-timer.ts';
import { useSleepLabel } from './use-sleep-label.ts';

const CHOICES = SLEEP_MINUTES.map((minutes) => ({ value: minutes, label: `${minutes} min` }));

export function SleepTool({ track }: { track: PlayableTrack }) {
  const timer = useAtomValue(toolsAtom)?.sleep;
  const sleep = useAtomValue(sleepAtom);
  const label = useSleepLabel();
  return (
    <ToolButton
      icon={Timer}
      text={label?.short ?? 'Timer'}
      className={label ? 'on' : undefined}
      aria-label={label ? `Sleep timer: ${label.long}` : 'Sleep timer: off'}
      renderSheet={(sheet) => (
        <ToolSheet
          title="Sleep timer"
          text="The sound fades out on its own, and we keep your place."
          choices={CHOICES}
          chosen={sleep?.until === 'time' ? sleep.minutes : null}
          onChoose={(minutes) => timer?.setMinutes(minutes)}
          {...sheet}
        >
          <button
            type="button"
            className="chip tool-wide"
            aria-pressed={sleep?.until === 'track' && sleep.trackId === track.id}
            onClick={() => {
              timer?.setTrack(track.id);
              sheet.onClose();
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
                sheet.onClose();
              }}
            >
              Turn the timer off
            </Button>
          ) : null}
        </ToolSheet>
      )}
    />
  );
}
