import { type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmButtonProps {
  title: string;
  /** The consequences. */
  children: ReactNode;
  label: string;
  /** The label in the dialog, when it differs. */
  action?: string;
  look?: 'danger' | 'soft' | 'line';
  /** Irreversible or destructive. */
  isGrave?: boolean;
  small?: boolean;
  /** Accessible name, when the label alone is ambiguous. */
  name?: string;
  typed?: string | undefined;
  busy?: string | false | undefined;
  disabled?: boolean;
  onConfirm: () => void;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, children, label, action = label, look = 'danger', name, typed, onConfirm } = props;
  const { isGrave = look === 'danger', small = false, busy, disabled = false } = props;
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
          title={title}
          action={action}
          isGrave={isGrave}
          typed={typed}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          {children}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
