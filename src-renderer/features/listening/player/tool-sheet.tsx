import { type ReactNode, type RefObject, useId } from 'react';
import { AnchoredPopover } from '#renderer/components/anchored-popover.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { useIsPhone } from '#renderer/lib/hooks/use-breakpoint.ts';
import './tool-sheet.css';

interface ToolSheetProps extends Frame {
  readonly choices: readonly { readonly value: number; readonly label: string }[];
  readonly chosen: number | null;
  readonly onChoose: (value: number) => void;
}

interface Frame {
  readonly title: string;
  readonly text?: string;
  /** The button that opened the sheet. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The options of a player tool. Choosing one closes the sheet. */
export function ToolSheet(props: ToolSheetProps) {
  const { choices, chosen, onChoose, children, ...frame } = props;
  const { onClose } = frame;
  const content = (
    <>
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
    </>
  );
  return <ToolFrame {...frame}>{content}</ToolFrame>;
}

/** In a short window a popover would have too little height. */
const isLowWindow = () => window.innerHeight <= 500;

/** A bottom sheet on phones, including in landscape; elsewhere a popover beside its button. */
export function ToolFrame({ title, text, anchor, onClose, children }: Frame) {
  const id = useId();
  if (useIsPhone() || isLowWindow()) {
    return (
      <Dialog
        open
        kind="sheet"
        title={title}
        {...(text && { description: text })}
        onOpenChange={onClose}
      >
        {children}
      </Dialog>
    );
  }
  return (
    <AnchoredPopover
      className="tool-popover stack"
      anchor={anchor}
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id} className="h3">
        {title}
      </h2>
      {text ? <p className="quiet">{text}</p> : null}
      {children}
    </AnchoredPopover>
  );
}
