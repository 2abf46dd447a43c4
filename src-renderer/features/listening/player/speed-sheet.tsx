import { useAtomValue } from 'jotai';
import type { RefObject } from 'react';
import { toolsAtom, useSpeed } from '../engine/player.atoms.ts';
import { SPEEDS } from './speed.ts';
import { ToolSheet } from './tool-sheet.tsx';
import type { PlayerTrack } from './use-player-track.ts';

const CHOICES = SPEEDS.map((speed) => ({ value: speed, label: `${speed}×` }));

interface SpeedSheetProps {
  kind: PlayerTrack['kind'];
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function SpeedSheet({ kind, anchor, onClose }: SpeedSheetProps) {
  const speed = useSpeed(kind);
  const choice = useAtomValue(toolsAtom)?.speed;
  return (
    <ToolSheet
      title="Speed"
      text="Slow down or speed up the voice. We’ll remember this for similar tracks. Music always plays at normal speed."
      choices={CHOICES}
      chosen={speed}
      onChoose={(wanted) => kind && choice?.set(kind, wanted)}
      anchor={anchor}
      onClose={onClose}
    />
  );
}
