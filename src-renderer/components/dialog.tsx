import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useSheet } from '#renderer/lib/hooks/use-sheet.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  /** dialog: centred. sheet: at the lower edge of a phone, for offers and choices. */
  kind?: 'dialog' | 'sheet';
  /** Value of `data-stage`, which sets the colours inside. */
  stage?: string;
}

/** Marks the element that gets the initial focus; in a confirmation, the non-destructive answer. */
export const FIRST_FOCUS = 'data-first-focus';

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, kind = 'dialog', stage } = props;
  useSheet(open, () => onOpenChange(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={`scrim${kind === 'sheet' ? ' end' : ''}`}>
          <RadixDialog.Content className={`${kind} stack`} data-stage={stage} {...useDialogFocus()}>
            <div className="row between">
              <RadixDialog.Title asChild>
                <h2>{title}</h2>
              </RadixDialog.Title>
              <RadixDialog.Close className="icon-button" aria-label="Close">
                <Icon of={X} />
              </RadixDialog.Close>
            </div>
            {description ? (
              <RadixDialog.Description className="quiet">{description}</RadixDialog.Description>
            ) : null}
            {children}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Sets the initial focus and, on close, returns it to where it was; Radix returns it only to a trigger. */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const { currentTarget } = event;
      const first =
        currentTarget instanceof Element && currentTarget.querySelector(`[${FIRST_FOCUS}]`);
      if (!(first instanceof HTMLElement)) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

/** Description that does not directly follow the dialog's title; screen readers announce both. */
export function DialogText({ children }: { children: ReactNode }) {
  return (
    <RadixDialog.Description asChild>
      <div className="stack">{children}</div>
    </RadixDialog.Description>
  );
}
