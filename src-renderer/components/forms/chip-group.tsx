import type { FocusEvent } from 'react';

interface Chip<T extends string> {
  value: T;
  label: string;
  /** Value of `data-stage`, which sets the colours. */
  stage?: string;
}

interface ChipGroupProps<T extends string> {
  label: string;
  chips: readonly Chip<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Chips share the full width, like a tab list. */
  segmented?: boolean;
}

/** Browsers may leave a focused chip cut off. Keyboard only: a touched chip must stay under the finger. */
function scrollFullyIntoView({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.matches(':focus-visible')) return;
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A choice among a few visible options. */
export function ChipGroup<T extends string>(props: ChipGroupProps<T>) {
  const { label, chips, value, onChange, segmented = false } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling flex row in every browser
    <div className={`filter${segmented ? ' segments' : ''}`} role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className="chip"
          data-stage={chip.stage}
          aria-pressed={chip.value === value}
          onFocus={scrollFullyIntoView}
          onClick={() => onChange(chip.value)}
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}
