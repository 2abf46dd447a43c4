import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field, type Labels } from '#renderer/components/forms/field.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';

export function PasswordField({
  label,
  hint,
  refusedBy,
  ...rest
}: Labels & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} refusedBy={refusedBy} id={rest.id}>
      {(control) => (
        <div className="password-input">
          <input type={isShown ? 'text' : 'password'} {...rest} {...control} />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label="Show what I type"
            pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
