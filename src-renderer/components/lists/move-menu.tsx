import { ArrowDown, ArrowUp } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { AnchoredPopover } from '../anchored-popover.tsx';
import { findFormErrors } from '../forms/form-errors.ts';
import { Icon } from '../icon.tsx';

/** Up to this length, steps are enough and the popover has no position field. */
const SHORT_LIST = 3;

interface PositionProps {
  place: number;
  total: number;
  onMove: (steps: number) => void;
}

interface MoveMenuProps extends PositionProps {
  title: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function MoveMenu({ title, anchor, place, total, onMove, onClose }: MoveMenuProps) {
  const move = (steps: number) => {
    if (steps !== 0) onMove(steps);
    onClose();
  };
  return (
    <AnchoredPopover
      className="menu move-menu"
      anchor={anchor}
      align="start"
      aria-label={`Move ${title}`}
      onClose={onClose}
    >
      <button type="button" className="menu-item" disabled={place === 1} onClick={() => move(-1)}>
        <Icon of={ArrowUp} />
        Move up
      </button>
      <button
        type="button"
        className="menu-item"
        disabled={place === total}
        onClick={() => move(1)}
      >
        <Icon of={ArrowDown} />
        Move down
      </button>
      {total > SHORT_LIST ? <PositionForm place={place} total={total} onMove={move} /> : null}
    </AnchoredPopover>
  );
}

function PositionForm({ place, total, onMove }: PositionProps) {
  const fieldId = useId();
  const errorId = useId();
  const [typed, setTyped] = useState(String(place));
  const [error, setError] = useState<string>();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { [fieldId]: message } = findFormErrors(event.currentTarget);
    setError(message);
    if (message) focusFirstError(event.currentTarget);
    else onMove(Number(typed) - place);
  };
  return (
    <form noValidate onSubmit={handleSubmit}>
      <label htmlFor={fieldId}>Place</label>
      <input
        id={fieldId}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={total}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && errorId}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <span className="quiet">of {total}</span>
      <button type="submit" className="menu-item">
        Move
      </button>
      {error ? (
        <p className="error" role="alert" id={errorId}>
          {error}
        </p>
      ) : null}
    </form>
  );
}
