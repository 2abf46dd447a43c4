import { useAtomValue } from 'jotai';
import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { speedChoiceAtom, useSpeed } from './player.atoms.ts';
import { isSpoken, SPEEDS } from './speed.ts';
import { ToolSheet } from './tool-sheet.tsx';
import type { PlayerTrack } from './use-player-track.ts';

const CHOICES = SPEEDS.map((speed) => ({ value: speed, label: `${speed}×` }));

/** Music has it as well, at rest, so that the row is the same under every track. */
export function SpeedTool({ track: { kind } }: { track: PlayerTrack }) {
  const speed = useSpeed(kind);
  const choice = useAtomValue(speedChoiceAtom);
  const [isOpen, setOpen] = useState(false);
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
      {isOpen && isSpoken(kind) ? (
        <ToolSheet
          title="Speed"
          text="How fast the voice speaks; its pitch stays. This device remembers it for tracks of this kind. Music keeps its own time."
          choices={CHOICES}
          chosen={speed}
          onChoose={(wanted) => choice?.set(kind, wanted)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
