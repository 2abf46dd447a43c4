import { Timer } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { LatePart, latePart } from '#renderer/components/late-part.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { useSleepWords } from './use-sleep-words.ts';

const SHEET = latePart(() => import('./sleep-sheet.tsx').then((module) => module.SleepSheet));

export function SleepTool({ track }: { track: PlayableTrack }) {
  const [isOpen, setOpen] = useState(false);
  const words = useSleepWords();
  const handleClose = () => setOpen(false);
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
      <LatePart
        part={SHEET}
        wanted={isOpen}
        onMissing={handleClose}
        props={{ track, onClose: handleClose }}
      />
    </>
  );
}
