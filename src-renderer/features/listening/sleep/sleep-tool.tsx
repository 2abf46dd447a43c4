import { Timer } from 'lucide-react';
import { useRef, useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { useSleepLabel } from './use-sleep-label.ts';

const SleepSheet = lazyComponent(
  () => import('./sleep-sheet.tsx').then((module) => module.SleepSheet),
  { isOpenedByPress: true },
);

export function SleepTool({ track }: { track: PlayableTrack }) {
  const [isOpen, setOpen] = useState(false);
  const words = useSleepLabel();
  const button = useRef<HTMLButtonElement>(null);
  const handleClose = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={words ? 'on' : undefined}
        aria-haspopup="dialog"
        aria-label={words ? `Sleep timer: ${words.long}` : 'Sleep timer: off'}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={Timer} />
        <span>{words?.short ?? 'Timer'}</span>
      </button>
      {isOpen ? (
        <SleepSheet track={track} anchor={button} onClose={handleClose} onMissing={handleClose} />
      ) : null}
    </>
  );
}
