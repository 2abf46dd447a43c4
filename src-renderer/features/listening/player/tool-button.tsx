import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';

export const ToolSheet = lazyComponent(
  () => import('./tool-sheet.tsx').then((module) => module.ToolSheet),
  { isOpenedByPress: true },
);

interface SheetProps {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  onMissing: () => void;
}

interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'children'> {
  icon: LucideIcon;
  text: string;
  /** Renders the open sheet of the tool. */
  renderSheet: (props: SheetProps) => ReactNode;
}

/** A button of the row of player tools; opens and closes the tool's sheet. */
export function ToolButton({ icon, text, renderSheet, ...props }: ToolButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        {...props}
      >
        <Icon of={icon} />
        <span>{text}</span>
      </button>
      {isOpen ? renderSheet({ anchor, onClose: close, onMissing: close }) : null}
    </>
  );
}
