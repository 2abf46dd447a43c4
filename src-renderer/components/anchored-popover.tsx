import { Popover } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import { useSheet } from '#renderer/lib/hooks/use-sheet.ts';
import { useDialogFocus } from './dialog.tsx';

interface AnchoredPopoverProps extends ComponentProps<typeof Popover.Content> {
  /** The button that opened the popover. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A popover beside its button; rendered only while it is open. */
export function AnchoredPopover({ anchor, onClose, ...content }: AnchoredPopoverProps) {
  useSheet(true, onClose);
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          sideOffset={8}
          collisionPadding={12}
          // The button toggles the popover itself; closing it here too would reopen it.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target)) {
              event.preventDefault();
            }
          }}
          {...useDialogFocus()}
          // Safari does not focus a pressed button, so the previous focus is elsewhere.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          {...content}
        />
      </Popover.Portal>
    </Popover.Root>
  );
}
