import { CircleAlert } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../icon.tsx';
import { FormErrorsContext } from './form-errors.ts';

export interface Labels {
  label: ReactNode;
  /** Error message under the field. */
  error?: string | undefined;
  hint?: ReactNode;
}

interface TextFieldProps extends Labels, ComponentProps<'input'> {
  /** Id of the form's banner when it shows an error about this field. */
  refusedBy?: string | undefined;
}

export function TextField({ label, error, hint, refusedBy, ...rest }: TextFieldProps) {
  const { ids, control, message } = useField({ error, hint, refusedBy, id: rest.id });
  return (
    <FieldFrame label={label} error={message} hint={hint} ids={ids}>
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
  const { ids, control, message } = useField({ error, hint, id: rest.id });
  return (
    <FieldFrame label={label} error={message} hint={hint} ids={ids}>
      <textarea {...rest} {...control} />
    </FieldFrame>
  );
}

interface Ids {
  control: string;
  error: string;
  hint: string;
}

interface FieldOptions {
  error?: string | undefined;
  hint: ReactNode;
  refusedBy?: string | undefined;
  id: string | undefined;
}

/** Ids and ARIA attributes that connect a field with its hint and with its own or its form's error. */
export function useField({ error, hint, refusedBy, id }: FieldOptions) {
  const generatedId = useId();
  const control = id ?? generatedId;
  const formErrors = useContext(FormErrorsContext);
  const message = error ?? formErrors[control];
  const ids: Ids = { control, error: `${control}-error`, hint: `${control}-hint` };
  const describedBy = [message ? ids.error : refusedBy, hint && ids.hint].filter(Boolean).join(' ');
  return {
    ids,
    message,
    control: {
      id: control,
      'aria-invalid': message || refusedBy ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

export function FieldFrame({
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
        <p className="error" id={ids.error}>
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

interface InvalidField {
  field: HTMLElement;
  /** Label and error. */
  text: string;
}

/**
 * Summary of the errors at the head of a form, with a link to each field (WCAG 3.3.1, 3.3.3). Reads the errors from the
 * fields, so that both always agree. A single error needs no link, because its field has the focus. Not a live region:
 * screen readers announce the focused first field with its error.
 */
export function ErrorSummary({ errors }: { errors: object }) {
  const summary = useRef<HTMLDivElement>(null);
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([]);
  const errorsKey = JSON.stringify(errors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the invalid fields change with `errorsKey`
  useLayoutEffect(() => {
    setInvalid(findInvalidFields(summary.current?.closest('form') ?? null));
  }, [errorsKey]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={summary}
      role="group"
      aria-label="Please check the fields below"
      hidden={invalid.length < 2}
    >
      {invalid.length < 2 ? null : (
        <div className="banner bad error-summary">
          <Icon of={CircleAlert} />
          <div>
            <b>Please check the fields below</b>
            <ul>
              {invalid.map(({ field, text }) => (
                <li key={text}>
                  <button type="button" className="link bare" onClick={() => field.focus()}>
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

function findInvalidFields(form: HTMLFormElement | null): InvalidField[] {
  const fields = form?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [];
  return [...fields].map((field) => {
    const label = field.labels?.[0]?.textContent;
    const errorElement = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .find((one) => one?.matches('.error, [role="alert"]'));
    return { field, text: `${label ?? field.ariaLabel ?? ''}: ${errorElement?.textContent ?? ''}` };
  });
}
