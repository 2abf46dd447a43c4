import type { useSortable } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useBackCloses } from '#renderer/lib/layers.ts';
import { Icon } from './icon.tsx';
import './move-handle.css';

interface MoveHandleProps {
  title: string;
  sortable: ReturnType<typeof useSortable>;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
}

/** Dragged, it moves the row; pressed, it opens the two steps, the way that needs no dragging. */
export function MoveHandle({ title, sortable, isFirst, isLast, onMove }: MoveHandleProps) {
  const [isOpen, setIsOpen] = useState(false);
  const handle = useRef<HTMLButtonElement | null>(null);
  const { attributes, listeners, setActivatorNodeRef } = sortable;

  const close = () => {
    setIsOpen(false);
    handle.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isOpen && event.key === 'Escape') close();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
  };
  const move = (step: -1 | 1) => {
    onMove(step);
    close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only looks after the keys and the focus of the buttons inside
    <div className="gm" onKeyDown={handleKey} onBlur={handleBlur}>
      <button
        {...attributes}
        {...listeners}
        ref={(node) => {
          handle.current = node;
          setActivatorNodeRef(node);
        }}
        type="button"
        className="ib grip"
        aria-label={`Move ${title}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon of={GripVertical} />
      </button>
      {isOpen ? <Steps isFirst={isFirst} isLast={isLast} onMove={move} onClose={close} /> : null}
    </div>
  );
}

interface StepsProps extends Pick<MoveHandleProps, 'isFirst' | 'isLast' | 'onMove'> {
  onClose: () => void;
}

function Steps({ isFirst, isLast, onMove, onClose }: StepsProps) {
  useBackCloses(true, onClose);
  return (
    <div className="menu">
      <button type="button" disabled={isFirst} onClick={() => onMove(-1)}>
        <Icon of={ArrowUp} />
        Move up
      </button>
      <button type="button" disabled={isLast} onClick={() => onMove(1)}>
        <Icon of={ArrowDown} />
        Move down
      </button>
    </div>
  );
}
