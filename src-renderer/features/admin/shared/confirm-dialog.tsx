import { useAtomValue } from 'jotai';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogText, FIRST_FOCUS } from '#renderer/components/dialog.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { adminTokenAtom } from '../admin-session.ts';

export interface ConfirmDialogProps {
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The label of the button: 'Delete track'. */
  action: string;
  isDestructive?: boolean;
  /** The text to type before the action is enabled. */
  phrase?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Mount it to open it. Hidden while the area is locked, because it would cover the login. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isDestructive, phrase, onConfirm, onCancel } = props;
  const token = useAtomValue(adminTokenAtom);
  const [text, setText] = useState('');
  const isReady = phrase === undefined || text.trim() === phrase;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals, so a form around the button would be submitted too.
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
        {phrase === undefined ? null : (
          <TextField
            label={
              <>
                Type <strong>{phrase}</strong> to confirm
              </>
            }
            {...{ [FIRST_FOCUS]: '' }}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <div className="row">
          <Button type="submit" look={isDestructive ? 'danger' : 'primary'} disabled={!isReady}>
            {action}
          </Button>
          <Button
            look="line"
            {...(phrase === undefined ? { [FIRST_FOCUS]: '' } : {})}
            onClick={onCancel}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
