import { ArrowDown, ArrowUp } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { AnchoredPopover } from '../anchored-popover.tsx';
import { findFormErrors } from '../forms/form-errors.ts';
import { Icon } from '../icon.tsx';

/** In lists this short, steps are enough; the popover offers no direct position. */
const SHORT = 3;

interface PlaceProps {
  place: number;
  total: number;
  onMove: (steps: number) => void;
}

interface MoveMenuProps extends PlaceProps {
  title: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Loaded when a handle is first pressed. */
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
      {total > SHORT ? <ToPlace place={place} total={total} onMove={move} /> : null}
    </AnchoredPopover>
  );
}

function ToPlace({ place, total, onMove }: PlaceProps) {
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
      <button type="submit" className="menu-item">
        Move
      </button>
      {wrong ? (
        <p className="error" role="alert" id={error}>
          {wrong}
        </p>
      ) : null}
    </form>
  );
}
