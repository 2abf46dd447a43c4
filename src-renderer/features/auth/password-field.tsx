import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { FieldFrame, useField } from '#renderer/components/forms/field.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';

interface PasswordFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  /** Id of the form's banner when it shows an error about this field. */
  refusedBy?: string | undefined;
}

export function PasswordField({ label, hint, refusedBy, ...rest }: PasswordFieldProps) {
  const { ids, control, message } = useField({ hint, refusedBy, id: rest.id });
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={message} hint={hint} ids={ids}>
      <div className="with-eye">
        <input type={isShown ? 'text' : 'password'} {...rest} {...control} />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label="Show what I type"
          pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </FieldFrame>
  );
}
