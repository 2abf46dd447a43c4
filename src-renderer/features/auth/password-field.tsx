import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { IconButton } from '#renderer/components/icon-button.tsx';

interface PasswordFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  /** The id of the banner that says why it was not accepted. */
  refusedBy?: string | undefined;
}

/** A password can be looked at: on a phone, at three in the morning, with one hand. */
export function PasswordField({ label, hint, refusedBy, ...rest }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const describedBy = [refusedBy, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="with-eye">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          aria-invalid={refusedBy ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...rest}
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label="Show what I type"
          pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      </div>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
