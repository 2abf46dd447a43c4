import { useAtomValue } from 'jotai';
import { speedChoiceAtom, useSpeed } from './player.atoms.ts';
import { SPEEDS } from './speed.ts';
import { ToolSheet } from './tool-sheet.tsx';
import type { PlayerTrack } from './use-player-track.ts';

const CHOICES = SPEEDS.map((speed) => ({ value: speed, label: `${speed}×` }));

interface SpeedSheetProps {
  kind: PlayerTrack['kind'];
  onClose: () => void;
}

/** How fast a voice speaks. */
export function SpeedSheet({ kind, onClose }: SpeedSheetProps) {
  const speed = useSpeed(kind);
  const choice = useAtomValue(speedChoiceAtom);
  return (
    <ToolSheet
      title="Speed"
      text="How fast the voice speaks; its pitch stays. This device remembers it for tracks of this kind. Music keeps its own time."
      choices={CHOICES}
      chosen={speed}
      onChoose={(wanted) => kind && choice?.set(kind, wanted)}
      onClose={onClose}
    />
  );
}
