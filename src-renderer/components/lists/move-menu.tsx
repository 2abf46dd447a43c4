import { ArrowDown, ArrowUp } from 'lucide-react';
import type { FormEvent, RefObject } from 'react';
import { readForm } from '#renderer/lib/form-values.ts';
import { AnchoredPopover } from '../anchored-popover.tsx';
import { Button } from '../button.tsx';
import { CheckedForm } from '../forms/checked-form.tsx';
import { TextField } from '../forms/field.tsx';
import { Icon } from '../icon.tsx';

/** A list of up to this many items has no position field: Move up and Move down are enough. */
const SHORT_LIST = 3;

interface MoveMenuProps {
  title: string;
  anchor: RefObject<HTMLElement | null>;
  place: number;
  total: number;
  onMove: (steps: number) => void;
  onClose: () => void;
}

export function MoveMenu({ title, anchor, place, total, onMove, onClose }: MoveMenuProps) {
  const move = (steps: number) => {
    if (steps !== 0) onMove(steps);
    onClose();
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    move(Number(readForm(event.currentTarget, ['place']).place) - place);
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
      {total > SHORT_LIST ? (
        <CheckedForm onSubmit={handleSubmit}>
          <TextField
            label={`Place (1 to ${total})`}
            name="place"
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={total}
            defaultValue={place}
          />
          <Button type="submit" look="soft" small>
            Move
          </Button>
        </CheckedForm>
      ) : null}
    </AnchoredPopover>
  );
}
