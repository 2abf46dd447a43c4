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

/** The menu of a track in a list. Its items load on the first press. */
export function TrackMenu({ title, onAdd }: TrackMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <div className="track-menu">
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={`More: ${title}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <OpenMenu title={title} anchor={button} onAdd={onAdd} onClose={close} onMissing={close} />
      ) : null}
    </div>
  );
}
