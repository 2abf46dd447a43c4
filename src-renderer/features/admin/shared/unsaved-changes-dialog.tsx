import { AlertDialog } from 'radix-ui';
import { Button } from '#renderer/components/button.tsx';

interface UnsavedChangesDialogProps {
  title: string;
  text: string;
  onLeave: () => void;
  onStay: () => void;
}

export function UnsavedChangesDialog({ title, text, onLeave, onStay }: UnsavedChangesDialogProps) {
  return (
    <AlertDialog.Root open onOpenChange={onStay}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim">
          <AlertDialog.Content className="dialog stack">
            <AlertDialog.Title asChild>
              <h2>{title}</h2>
            </AlertDialog.Title>
            <AlertDialog.Description>{text}</AlertDialog.Description>
            <div className="row">
              <AlertDialog.Cancel asChild>
                <Button>Stay</Button>
              </AlertDialog.Cancel>
              <Button look="line" onClick={onLeave}>
                Leave
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
