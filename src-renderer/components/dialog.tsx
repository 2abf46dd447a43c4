import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useBackCloses } from '#renderer/lib/layers.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  /** dialog: in the middle, with a close button. sheet: from the lower edge, for offers and choices. */
  kind?: 'dialog' | 'sheet';
  /** Colours what stands inside. */
  stage?: string;
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, kind = 'dialog', stage } = props;
  useBackCloses(open, () => onOpenChange(false));
  const opener = useRef<Element | null>(null);
  const rememberOpener = () => {
    opener.current = document.activeElement;
  };
  // Opened by state and not by the library's own trigger, so it cannot know where to go back to.
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={`scrim${kind === 'sheet' ? ' end' : ''}`}>
          <RadixDialog.Content
            className={`${kind} stack`}
            data-stage={stage}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={returnFocus}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div className="row between">
              <RadixDialog.Title asChild>
                <h2>{title}</h2>
              </RadixDialog.Title>
              <RadixDialog.Close className="ib" aria-label="Close">
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
