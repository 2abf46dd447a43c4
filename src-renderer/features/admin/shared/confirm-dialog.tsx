import { useAtomValue } from 'jotai';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogText, FIRST_FOCUS } from '#renderer/components/dialog.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { adminTokenAtom } from '../admin-session.ts';

interface ConfirmDialogProps {
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The label of the button: the action, 'Delete track'. */
  action: string;
  /** Irreversible or destructive. */
  isGrave?: boolean;
  typed?: string | undefined;
  busy?: string | false | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Mount it while the question is open; hidden while the area is locked, since dialogs cover the
 * whole page.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isGrave, typed, busy, onConfirm, onCancel } = props;
  const token = useAtomValue(adminTokenAtom);
  const [text, setText] = useState('');
  const isReady = typed === undefined || text.trim() === typed;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React's events bubble out of the dialog to the form around its button.
    event.stopPropagation();
    if (isReady) onConfirm();
  };

  return (
    <Dialog
      open={Boolean(token)}
      onOpenChange={(isOpen) => {
        if (!isOpen && token) onCancel();
      }}
      title={title}
    >
      <form className="stack" onSubmit={handleSubmit}>
        <DialogText>{children}</DialogText>
        {typed === undefined ? null : (
          <TextField
            label={
              <>
                Type <strong>{typed}</strong> to confirm
              </>
            }
            {...{ [FIRST_FOCUS]: '' }}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <div className="row">
          <Button
            type="submit"
            look={isGrave ? 'danger' : 'primary'}
            busy={busy}
            disabled={!isReady}
          >
            {action}
          </Button>
          <Button
            look="line"
            {...(typed === undefined ? { [FIRST_FOCUS]: '' } : {})}
            onClick={onCancel}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
