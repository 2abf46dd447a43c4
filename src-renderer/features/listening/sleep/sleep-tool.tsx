import { Timer } from 'lucide-react';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { ToolButton } from '../player/tool-button.tsx';
import { useSleepLabel } from './use-sleep-label.ts';

const SleepSheet = lazyComponent(
  () => import('./sleep-sheet.tsx').then((module) => module.SleepSheet),
  { isOpenedByPress: true },
);

export function SleepTool({ track }: { track: PlayableTrack }) {
  const label = useSleepLabel();
  return (
    <ToolButton
      icon={Timer}
      text={label?.short ?? 'Timer'}
      className={label ? 'on' : undefined}
      aria-label={label ? `Sleep timer: ${label.long}` : 'Sleep timer: off'}
      renderSheet={(sheet) => <SleepSheet track={track} {...sheet} />}
    />
  );
}
