import { Gauge } from 'lucide-react';
import { useRef, useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { useSpeed } from '../engine/player.atoms.ts';
import { isSpoken } from './speed.ts';
import type { PlayerTrack } from './use-player-track.ts';

const SpeedSheet = lazyComponent(
  () => import('./speed-sheet.tsx').then((module) => module.SpeedSheet),
  { isOpenedByPress: true },
);

/** Disabled for music instead of hidden, so that the row of tools keeps its layout. */
export function SpeedTool({ track: { kind } }: { track: PlayerTrack }) {
  const speed = useSpeed(kind);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const handleClose = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={speed === 1 ? undefined : 'on'}
        aria-haspopup="dialog"
        disabled={!isSpoken(kind)}
        title={isSpoken(kind) ? undefined : 'Music keeps its own time'}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={Gauge} />
        <span>Speed {speed}×</span>
      </button>
      {isOpen && isSpoken(kind) ? (
        <SpeedSheet kind={kind} anchor={button} onClose={handleClose} onMissing={handleClose} />
      ) : null}
    </>
  );
}
