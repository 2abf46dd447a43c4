import { CircleAlert, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

interface Labels {
  label: ReactNode;
  /** Red, under the field; what was typed stays. */
  error?: string | undefined;
  hint?: ReactNode;
}

interface TextFieldProps extends Labels, ComponentProps<'input'> {
  /** The id of the banner that says why it was not accepted. */
  refusedBy?: string | undefined;
}

export function TextField({ label, error, hint, refusedBy, ...rest }: TextFieldProps) {
  const { ids, control } = useField({ error, hint, refusedBy, id: rest.id });
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <input {...rest} {...control} />
    </FieldFrame>
  );
}

export function TextAreaField({
  label,
  error,
  hint,
  ...rest
}: Labels & ComponentProps<'textarea'>) {
  const { ids, control } = useField({ error, hint, id: rest.id });
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <textarea {...rest} {...control} />
    </FieldFrame>
  );
}

export function SelectField({ label, error, hint, ...rest }: Labels & ComponentProps<'select'>) {
  const { ids, control } = useField({ error, hint, id: rest.id });
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <select {...rest} {...control} />
    </FieldFrame>
  );
}

/** The placeholder is its name, as on the screens the specification describes. */
export function SearchField({
  placeholder,
  ...rest
}: ComponentProps<'input'> & { placeholder: string }) {
  return (
    <div className="search">
      <Icon of={Search} />
      <input type="search" placeholder={placeholder} aria-label={placeholder} {...rest} />
    </div>
  );
}

interface Ids {
  control: string;
  error: string;
  hint: string;
}

function useField({
  error,
  hint,
  refusedBy,
  id,
}: {
  error: string | undefined;
  hint: ReactNode;
  refusedBy?: string | undefined;
  id: string | undefined;
}) {
  const own = useId();
  const control = id ?? own;
  const ids: Ids = { control, error: `${control}-error`, hint: `${control}-hint` };
  const describedBy = [refusedBy, error && ids.error, hint && ids.hint].filter(Boolean).join(' ');
  return {
    ids,
    control: {
      id: control,
      'aria-invalid': error || refusedBy ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

function FieldFrame({
  label,
  error,
  hint,
  ids,
  children,
}: Labels & { ids: Ids; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={ids.control}>{label}</label>
      {children}
      {error ? (
        <p className="err" id={ids.error}>
          <Icon of={CircleAlert} />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className="hint" id={ids.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
