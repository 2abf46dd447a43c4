import { AlertDialog } from 'radix-ui';
import { Button } from '#renderer/components/button.tsx';
import { FIRST_FOCUS, useDialogFocus } from '#renderer/components/dialog.tsx';

interface IdleWarningProps {
  secondsLeft: number;
  onStillHere: () => void;
  onEnd: () => void;
}

/**
 * The idle warning. A touch, a key press or a voice command for its button dismisses it. It is a modal
 * dialog itself, because another open dialog would hide it from screen readers.
 */
export function IdleWarning({ secondsLeft, onStillHere, onEnd }: IdleWarningProps) {
  const focus = useDialogFocus();
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim kiosk-question">
          <AlertDialog.Content className="dialog stack" data-kiosk-question {...focus}>
            <AlertDialog.Title asChild>
              <h2>Are you still there?</h2>
            </AlertDialog.Title>
            <AlertDialog.Description>
              If not, we’ll clear this screen for the next person.
            </AlertDialog.Description>
            <p className="kiosk-seconds tabular-numbers" aria-hidden="true">
              {secondsLeft}
            </p>
            <Button {...{ [FIRST_FOCUS]: '' }} block onClick={onStillHere}>
              I’m still here
            </Button>
            <Button look="line" block onClick={onEnd}>
              End my session
            </Button>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
