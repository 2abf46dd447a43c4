import type { useSortable } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { useBackCloses } from '#renderer/lib/layers.ts';
import { findFormErrors } from './form-errors.ts';
import { Icon } from './icon.tsx';
import './move-handle.css';

interface MoveHandleProps {
  title: string;
  sortable: ReturnType<typeof useSortable>;
  /** Counted from 1. */
  place: number;
  total: number;
  /** By so many places: up when negative. */
  onMove: (steps: number) => void;
}

/** Dragged, it moves the row; pressed, it opens the ways that need no dragging: a step, or a place by its number. */
export function MoveHandle({ title, sortable, place, total, onMove }: MoveHandleProps) {
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
  const move = (steps: number) => {
    if (steps !== 0) onMove(steps);
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
      {isOpen ? <Steps place={place} total={total} onMove={move} onClose={close} /> : null}
    </div>
  );
}

/** Two steps lead everywhere in so short a list. */
const SHORT = 3;

interface StepsProps extends Pick<MoveHandleProps, 'place' | 'total' | 'onMove'> {
  onClose: () => void;
}

function Steps({ place, total, onMove, onClose }: StepsProps) {
  useBackCloses(true, onClose);
  return (
    <div className="menu">
      <button type="button" disabled={place === 1} onClick={() => onMove(-1)}>
        <Icon of={ArrowUp} />
        Move up
      </button>
      <button type="button" disabled={place === total} onClick={() => onMove(1)}>
        <Icon of={ArrowDown} />
        Move down
      </button>
      {total > SHORT ? <ToPlace place={place} total={total} onMove={onMove} /> : null}
    </div>
  );
}

function ToPlace({ place, total, onMove }: Pick<MoveHandleProps, 'place' | 'total' | 'onMove'>) {
  const field = useId();
  const error = useId();
  const [wanted, setWanted] = useState(String(place));
  const [wrong, setWrong] = useState<string>();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { [field]: words } = findFormErrors(event.currentTarget);
    setWrong(words);
    if (words) focusFirstError(event.currentTarget);
    else onMove(Number(wanted) - place);
  };
  return (
    <form noValidate onSubmit={handleSubmit}>
      <label htmlFor={field}>Place</label>
      <input
        id={field}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={total}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong && error}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <span className="quiet">of {total}</span>
      <button type="submit">Move</button>
      {wrong ? (
        <p className="err" role="alert" id={error}>
          {wrong}
        </p>
      ) : null}
    </form>
  );
}
