import { atom, useAtom } from 'jotai';
import { ChevronDown, ChevronUp, Maximize2, Minimize2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { IconButton } from '#renderer/components/icon-button.tsx';

/** Open the previous or next row; absent at the ends of the list. */
export interface NeighbourActions {
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

interface SidePanelProps extends NeighbourActions {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Set by `Open as page`; applies to all items opened later. */
const isPageAtom = atom(false);

/**
 * A drawer beside the list from 1024 px; it replaces the list on narrow screens or when opened as a
 * page. Put both into an `admin-split`, the list first, and give each opened item its own `key`.
 */
export function SidePanel({ title, onClose, onPrevious, onNext, children }: SidePanelProps) {
  const [isPage, setPage] = useAtom(isPageAtom);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // Leaves the focus alone if the user has focused another row already.
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
    if (target.closest('input, textarea, select, [role=dialog], [role=alertdialog], [role=slider]'))
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
        // The list beside the panel stays usable, and the effect above restores the focus.
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
