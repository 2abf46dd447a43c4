import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextAreaField } from '#renderer/components/field.tsx';

interface RefusalFormProps {
  isBusy: boolean;
  onSend: (reason: string) => void;
  onCancel: () => void;
}

/** A refusal is never without a reason: she is owed one. */
export function RefusalForm({ isBusy, onSend, onCancel }: RefusalFormProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened it is gone.
  useEffect(() => field.current?.focus(), []);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSend(reason);
  };
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <TextAreaField
        ref={field}
        label="Why her account stays"
        rows={5}
        required
        maxLength={2000}
        hint="She is told so by mail, in these words."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="row">
        <Button type="submit" busy={isBusy && 'Sending...'}>
          Send refusal
        </Button>
        <Button look="line" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  );
}
