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
  const label = useSleepLabel();
  const button = useRef<HTMLButtonElement>(null);
  const handleClose = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={label ? 'on' : undefined}
        aria-haspopup="dialog"
        aria-label={label ? `Sleep timer: ${label.long}` : 'Sleep timer: off'}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={Timer} />
        <span>{label?.short ?? 'Timer'}</span>
      </button>
      {isOpen ? (
        <SleepSheet track={track} anchor={button} onClose={handleClose} onMissing={handleClose} />
      ) : null}
    </>
  );
}
