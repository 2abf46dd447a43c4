import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import type { TrackMenuProps } from './track-menu-items.tsx';
import './track-menu.css';

const OpenMenu = lazyComponent(
  () => import('./track-menu-items.tsx').then((module) => module.OpenTrackMenu),
  { isOpenedByPress: true },
);

/** The menu of a track in a list. Its items and Radix load on the first press. */
export function TrackMenu({ title, onAdd }: TrackMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="track-menu">
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={`More: ${title}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <OpenMenu
          title={title}
          onAdd={onAdd}
          onClose={() => setOpen(false)}
          onClosed={() => button.current?.focus()}
          onMissing={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
