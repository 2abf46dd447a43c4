import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

export interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'action' | 'onCancel'> {
  label: string;
  /** The label in the dialog, when it differs from `label`. */
  action?: string;
  look?: 'danger' | 'soft' | 'line';
  small?: boolean;
  /** Accessible name, when the label alone is ambiguous. */
  name?: string;
  disabled?: boolean;
  busy?: string | false | undefined;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, action = label, look = 'danger', name, small, disabled, busy, ...dialog } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        look={look}
        small={small}
        busy={busy}
        disabled={disabled}
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          isDestructive={look === 'danger'}
          {...dialog}
          action={action}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            props.onConfirm();
          }}
        />
      ) : null}
    </>
  );
}
