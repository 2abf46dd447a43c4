import { ListEnd, ListStart } from 'lucide-react';
import type { RefObject } from 'react';
import { AnchoredPopover } from '#renderer/components/anchored-popover.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import '#renderer/components/menu.css';

export interface TrackMenuProps {
  title: string;
  /** Adds to the queue: after the current track, or at the end. */
  onAdd: (place: 'next' | 'last') => void;
}

interface OpenTrackMenuProps extends TrackMenuProps {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const MESSAGES = { next: 'Plays next', last: 'Added to the queue' };

export function OpenTrackMenu({ title, anchor, onAdd, onClose }: OpenTrackMenuProps) {
  const add = (place: keyof typeof MESSAGES) => {
    onAdd(place);
    toast.success(MESSAGES[place], `${MESSAGES[place]}: ${title}`);
    onClose();
  };
  return (
    <AnchoredPopover
      className="menu"
      align="end"
      anchor={anchor}
      aria-label={title}
      onClose={onClose}
    >
      <p className="menu-title" dir="auto">
        {title}
      </p>
      <button type="button" className="menu-item" onClick={() => add('next')}>
        <Icon of={ListStart} />
        Play next
      </button>
      <button type="button" className="menu-item" onClick={() => add('last')}>
        <Icon of={ListEnd} />
        Add to queue
      </button>
    </AnchoredPopover>
  );
}
