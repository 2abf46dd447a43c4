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

/** On what has the focus first: in a question, the answer that takes nothing away. */
export const FIRST_FOCUS = 'data-first-focus';

/** Told by the text of a dialog that it is there. */
const TextContext = createContext<(hasText: boolean) => void>(() => {});

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, kind = 'dialog', stage } = props;
  useBackCloses(open, () => onOpenChange(false));
  const [hasText, setHasText] = useState(false);
  const opener = useRef<Element | null>(null);
  const handleOpen = (event: Event) => {
    opener.current = document.activeElement;
    const { currentTarget } = event;
    const first =
      currentTarget instanceof Element && currentTarget.querySelector(`[${FIRST_FOCUS}]`);
    if (!(first instanceof HTMLElement)) return;
    event.preventDefault();
    first.focus();
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
            onOpenAutoFocus={handleOpen}
            onCloseAutoFocus={returnFocus}
            {...(description || hasText ? {} : { 'aria-describedby': undefined })}
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
            <TextContext value={setHasText}>{children}</TextContext>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** What a dialog says, where it does not stand right under the title: read aloud with its name. */
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
