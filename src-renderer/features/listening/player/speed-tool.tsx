import { useAtomValue } from 'jotai';
import { Gauge } from 'lucide-react';
import { toolsAtom, useSpeed } from '../engine/player.atoms.ts';
import { isSpoken, SPEEDS } from './speed.ts';
import { ToolButton, ToolSheet } from './tool-button.tsx';
import type { PlayerTrack } from './use-player-track.ts';

const CHOICES = SPEEDS.map((speed) => ({ value: speed, label: `${speed}×` }));

/** Disabled for music instead of hidden, so that the row of tools keeps its layout. */
export function SpeedTool({ track: { kind } }: { track: PlayerTrack }) {
  const speed = useSpeed(kind);
  const choice = useAtomValue(toolsAtom)?.speed;
  return (
    <ToolButton
      icon={Gauge}
      text={`Speed ${speed}×`}
      className={speed === 1 ? undefined : 'on'}
      disabled={!isSpoken(kind)}
      title={isSpoken(kind) ? undefined : 'Music always plays at normal speed'}
      renderSheet={(sheet) => (
        <ToolSheet
          title="Speed"
          text="Slow down or speed up the voice. We’ll remember this for similar tracks. Music always plays at normal speed."
          choices={CHOICES}
          chosen={speed}
          onChoose={(wanted) => kind && choice?.set(kind, wanted)}
          {...sheet}
        />
      )}
    />
  );
}
