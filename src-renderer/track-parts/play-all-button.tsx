import { Play } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';

interface PlayAllButtonProps {
  small?: boolean;
  disabled?: boolean;
  onPlay: () => void;
}

export function PlayAllButton({ small = false, disabled = false, onPlay }: PlayAllButtonProps) {
  return (
    <Button look="soft" small={small} disabled={disabled} onClick={onPlay}>
      <Icon of={Play} className="i-play" />
      Play all
    </Button>
  );
}
