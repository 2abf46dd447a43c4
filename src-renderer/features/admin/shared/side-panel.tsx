import { atom, useAtom } from 'jotai';
import { ChevronDown, ChevronUp, Maximize2, Minimize2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { IconButton } from '#renderer/components/icon-button.tsx';

/** A step to the neighbour in the list; absent at its ends. */
export interface Step {
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

interface SidePanelProps extends Step {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Set with `Open as page`, and kept for the next item. */
const isPageAtom = atom(false);

/**
 * From 1024 px a drawer that leaves the list usable; on narrow screens, or when opened as a page, it
 * replaces the list. Put both into an `admin-split`, the list first, and give each opened item its
 * own `key`.
 */
export function SidePanel({ title, onClose, onPrevious, onNext, children }: SidePanelProps) {
  const [isPage, setPage] = useAtom(isPageAtom);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // Only when the focus would be lost: the user may have focused another row already.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) {
          opener.focus();
        }
      });
    };
  }, []);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key];
    const { target } = event;
    if (!step || event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select, audio, dialog, [role=dialog], [role=slider]'))
      return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);

  return (
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Content
        role="region"
        className={isPage ? 'card edit as-page' : 'card edit'}
        aria-describedby={undefined}
        // The list beside it stays usable, and the effect above restores the focus.
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <div className="row between admin-drawer-head">
          <Dialog.Title asChild>
            <h2 ref={heading} tabIndex={-1}>
              {title}
            </h2>
          </Dialog.Title>
          <div className="row">
            {onPrevious || onNext ? (
              <>
                <IconButton
                  icon={ChevronUp}
                  label="Previous"
                  disabled={!onPrevious}
                  onClick={onPrevious}
                />
                <IconButton icon={ChevronDown} label="Next" disabled={!onNext} onClick={onNext} />
              </>
            ) : null}
            <IconButton
              className="admin-as-page"
              icon={isPage ? Minimize2 : Maximize2}
              label={isPage ? 'Open beside the list' : 'Open as page'}
              onClick={() => setPage(!isPage)}
            />
            <IconButton icon={X} label="Close" onClick={onClose} />
          </div>
        </div>
        {children}
      </Dialog.Content>
    </Dialog.Root>
  );
}
