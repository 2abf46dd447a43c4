import { useAtomValue } from 'jotai';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogText, FIRST_FOCUS } from '#renderer/components/dialog.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { adminTokenAtom } from '../admin-session.ts';

interface ConfirmDialogProps {
  title: string;
  /** What will happen, before it does. */
  children: ReactNode;
  /** On the button: the action itself, 'Delete track'. */
  action: string;
  /** The action cannot be taken back, or takes something away. */
  isGrave?: boolean;
  /** Has to be typed first. */
  typed?: string;
  busy?: string | false | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Mounted while the question is open; hidden while the area is locked, since it stands above everything. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isGrave, typed, busy, onConfirm, onCancel } = props;
  const token = useAtomValue(adminTokenAtom);
  const [text, setText] = useState('');
  const isReady = typed === undefined || text.trim() === typed;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
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
