import type { ReactNode } from 'react';
import { Dialog } from '#renderer/components/dialog.tsx';

interface Choice<T> {
  readonly value: T;
  readonly label: string;
}

interface ToolSheetProps<T> {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice<T>[];
  readonly chosen: T | null;
  readonly onChoose: (value: T) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** What one of the player's tools offers: a choice closes it, within reach of a thumb. */
export function ToolSheet<T extends string | number>(props: ToolSheetProps<T>) {
  const { title, text, choices, chosen, onChoose, onClose, children } = props;
  return (
    <Dialog open kind="sheet" title={title} description={text} onOpenChange={onClose}>
      <div className="tool-choices">
        {choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="chip"
            aria-pressed={value === chosen}
            onClick={() => {
              onChoose(value);
              onClose();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {children}
    </Dialog>
  );
}
