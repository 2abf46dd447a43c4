import { Pause, Play } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface PlayButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  sounding: boolean;
  loading?: boolean;
  /** Waiting for the connection to return; a press stops the wait. */
  recovering?: boolean;
  /** Title of the track; the button's name is 'Play: …', 'Pause: …' or 'Stop waiting: …'. */
  title: string;
  /** soft: in lists. stage: for the playing track of a list. Default: the colour of the sun in illustrations. */
  tone?: 'soft' | 'stage';
  huge?: boolean;
}

const TONE_CLASS = { soft: ' soft', stage: ' stage-fill' };

export function PlayButton(props: PlayButtonProps) {
  const {
    sounding,
    loading = false,
    recovering = false,
    title,
    tone,
    huge = false,
    className,
    ...rest
  } = props;
  const verb = recovering ? 'Stop waiting' : sounding ? 'Pause' : 'Play';
  return (
    <button
      type="button"
      aria-label={`${verb}: ${title}`}
      aria-busy={loading || undefined}
      {...rest}
      className={`play-button${tone ? TONE_CLASS[tone] : ''}${huge ? ' huge' : ''} ${className ?? ''}`.trimEnd()}
    >
      <Icon of={sounding ? Pause : Play} className={sounding ? 'i-pause' : 'i-play'} />
    </button>
  );
}
