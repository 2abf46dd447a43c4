import { ListEnd, ListStart } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Icon } from '#renderer/components/icon.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import '#renderer/components/menu.css';
import { useSheet } from '#renderer/lib/hooks/use-sheet.ts';

export interface TrackMenuProps {
  title: string;
  /** Adds to the queue: after the current track, or at the end. */
  onAdd: (place: 'next' | 'last') => void;
}

interface OpenTrackMenuProps extends TrackMenuProps {
  onClose: () => void;
  /** Called after closing, to move the focus. */
  onClosed: () => void;
}

const MESSAGES = { next: 'Plays next', last: 'Added to the queue' };

/** An invisible trigger anchors the menu to the button beside it. */
export function OpenTrackMenu({ title, onAdd, onClose, onClosed }: OpenTrackMenuProps) {
  useSheet(true, onClose);
  const add = (place: keyof typeof MESSAGES) => {
    onAdd(place);
    toast.success(MESSAGES[place], `${MESSAGES[place]}: ${title}`);
  };
  const handleCloseFocus = (event: Event) => {
    event.preventDefault();
    onClosed();
  };
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger className="track-menu-anchor" tabIndex={-1} aria-hidden="true" />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          collisionPadding={12}
          aria-label={title}
          onCloseAutoFocus={handleCloseFocus}
        >
          <DropdownMenu.Label className="menu-title" dir="auto">
            {title}
          </DropdownMenu.Label>
          <DropdownMenu.Item className="menu-item" onSelect={() => add('next')}>
            <Icon of={ListStart} />
            Play next
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => add('last')}>
            <Icon of={ListEnd} />
            Add to queue
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
