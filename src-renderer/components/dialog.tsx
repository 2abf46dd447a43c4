import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSheet } from '#renderer/lib/hooks/use-sheet.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  /** dialog: centred, with a close button. sheet: at the lower edge, for offers and choices. */
  kind?: 'dialog' | 'sheet';
  /** Value of `data-stage`, which sets the colours inside. */
  stage?: string;
}

/** Marks the element that gets the initial focus; in a confirmation, the non-destructive answer. */
export const FIRST_FOCUS = 'data-first-focus';

/** Lets the text of a dialog report that it is rendered. */
const TextContext = createContext<(hasText: boolean) => void>(() => {});

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, kind = 'dialog', stage } = props;
  useSheet(open, () => onOpenChange(false));
  const [hasText, setHasText] = useState(false);
  const focus = useDialogFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={`scrim${kind === 'sheet' ? ' end' : ''}`}>
          <RadixDialog.Content
            className={`${kind} stack`}
            data-stage={stage}
            {...focus}
            {...(description || hasText ? {} : { 'aria-describedby': undefined })}
          >
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
            <TextContext value={setHasText}>{children}</TextContext>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Restores the focus after a dialog that is opened by state; without a trigger, Radix does not know where to. */
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

/** Description of a dialog that does not directly follow its title; announced with the name. */
export function DialogText({ children }: { children: ReactNode }) {
  const tell = useContext(TextContext);
  useLayoutEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
  return (
    <RadixDialog.Description asChild>
      <div className="stack">{children}</div>
    </RadixDialog.Description>
  );
}
