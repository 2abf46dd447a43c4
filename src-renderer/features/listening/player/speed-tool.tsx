import { Gauge } from 'lucide-react';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { useSpeed } from '../engine/player.atoms.ts';
import { isSpoken } from './speed.ts';
import { ToolButton } from './tool-button.tsx';
import type { PlayerTrack } from './use-player-track.ts';

const SpeedSheet = lazyComponent(
  () => import('./speed-sheet.tsx').then((module) => module.SpeedSheet),
  { isOpenedByPress: true },
);

/** Disabled for music instead of hidden, so that the row of tools keeps its layout. */
export function SpeedTool({ track: { kind } }: { track: PlayerTrack }) {
  const speed = useSpeed(kind);
  return (
    <ToolButton
      icon={Gauge}
      text={`Speed ${speed}×`}
      className={speed === 1 ? undefined : 'on'}
      disabled={!isSpoken(kind)}
      title={isSpoken(kind) ? undefined : 'Music keeps its own time'}
      renderSheet={(sheet) => (isSpoken(kind) ? <SpeedSheet kind={kind} {...sheet} /> : null)}
    />
  );
}
