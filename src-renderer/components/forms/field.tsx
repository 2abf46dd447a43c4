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
  /** Id of the form's banner when it shows an error about this field. */
  refusedBy?: string | undefined;
}

export function TextField({
  label,
  error,
  hint,
  refusedBy,
  ...rest
}: Labels & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} refusedBy={refusedBy} id={rest.id}>
      {(control) => <input {...rest} {...control} />}
    </Field>
  );
}

export function TextAreaField({
  label,
  error,
  hint,
  ...rest
}: Labels & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} id={rest.id}>
      {(control) => <textarea {...rest} {...control} />}
    </Field>
  );
}

interface FieldProps extends Labels {
  id: string | undefined;
  /** Renders the control with the attributes that connect it with its label, hint and error. */
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A control with its label, its hint, and its own or its form's error. */
export function Field({ label, error, hint, refusedBy, id, children }: FieldProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const formErrors = useContext(FormErrorsContext);
  const message = error ?? formErrors[controlId];
  const [errorId, hintId] = [`${controlId}-error`, `${controlId}-hint`];
  const describedBy = [message ? errorId : refusedBy, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={controlId}>{label}</label>
      {children({
        id: controlId,
        'aria-invalid': message || refusedBy ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {message ? <FieldError id={errorId}>{message}</FieldError> : null}
      {hint ? (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The error message under a field. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className="error" id={id}>
      <Icon of={CircleAlert} />
      {children}
    </p>
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
