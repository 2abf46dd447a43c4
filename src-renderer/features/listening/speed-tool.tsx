import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { LatePart, latePart } from '#renderer/components/late-part.tsx';
import { useSpeed } from './player.atoms.ts';
import { isSpoken } from './speed.ts';
import type { PlayerTrack } from './use-player-track.ts';

const SHEET = latePart(() => import('./speed-sheet.tsx').then((module) => module.SpeedSheet));

/** Music has it as well, at rest, so that the row is the same under every track. */
export function SpeedTool({ track: { kind } }: { track: PlayerTrack }) {
  const speed = useSpeed(kind);
  const [isOpen, setOpen] = useState(false);
  const handleClose = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={speed === 1 ? undefined : 'on'}
        aria-haspopup="dialog"
        disabled={!isSpoken(kind)}
        title={isSpoken(kind) ? undefined : 'Music keeps its own time'}
        onClick={() => setOpen(true)}
      >
        <Icon of={Gauge} />
        <span>Speed {speed}×</span>
      </button>
      <LatePart
        part={SHEET}
        wanted={isOpen && isSpoken(kind)}
        onMissing={handleClose}
        props={{ kind, onClose: handleClose }}
      />
    </>
  );
}
