import type { useSortable } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { lazyComponent } from '../lazy-component.tsx';
import '../menu.css';

const MoveMenu = lazyComponent(() => import('./move-menu.tsx').then((module) => module.MoveMenu), {
  isOpenedByPress: true,
});

export interface MoveHandleProps {
  title: string;
  sortable: ReturnType<typeof useSortable>;
  /** 1-based position. */
  place: number;
  total: number;
  /** Number of positions; negative moves up. */
  onMove: (steps: number) => void;
}

/** Drags its row; a press opens a popover that moves the row by a step or to a position. */
export function MoveHandle({ title, sortable, place, total, onMove }: MoveHandleProps) {
  const [isOpen, setOpen] = useState(false);
  const handle = useRef<HTMLButtonElement | null>(null);
  const { attributes, listeners, setActivatorNodeRef } = sortable;
  const close = () => setOpen(false);
  return (
    <>
      <button
        {...attributes}
        {...listeners}
        ref={(node) => {
          handle.current = node;
          setActivatorNodeRef(node);
        }}
        type="button"
        className="icon-button drag-handle"
        aria-label={`Move ${title}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={GripVertical} />
      </button>
      {isOpen ? (
        <MoveMenu
          title={title}
          anchor={handle}
          place={place}
          total={total}
          onMove={onMove}
          onClose={close}
          onMissing={close}
        />
      ) : null}
    </>
  );
}
