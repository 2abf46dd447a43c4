import { CircleAlert, Search } from 'lucide-react';
import {
  type ChangeEvent,
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

interface Labels {
  label: ReactNode;
  /** Shown under the field; the input is kept. */
  error?: string | undefined;
  hint?: ReactNode;
}

interface TextFieldProps extends Labels, ComponentProps<'input'> {
  /** Id of the banner that explains the rejection. */
  refusedBy?: string | undefined;
}

export function TextField({ label, error, hint, refusedBy, ...rest }: TextFieldProps) {
  const { ids, control, wrong } = useField({ error, hint, refusedBy, id: rest.id });
  return (
    <FieldFrame label={label} error={wrong} hint={hint} ids={ids}>
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
  const { ids, control, wrong } = useField({ error, hint, id: rest.id });
  return (
    <FieldFrame label={label} error={wrong} hint={hint} ids={ids}>
      <textarea {...rest} {...control} />
    </FieldFrame>
  );
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly Choice<Value>[];
  onChoose?: ((value: Value) => void) | undefined;
}

export function Select<Value extends string>({ options, onChoose, ...rest }: SelectProps<Value>) {
  const handleChoice = onChoose && {
    onChange({ target }: ChangeEvent<HTMLSelectElement>) {
      const chosen = options[target.selectedIndex];
      if (chosen) onChoose(chosen.value);
    },
  };
  return (
    <select {...rest} {...handleChoice}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function SelectField<Value extends string>({
  label,
  error,
  hint,
  ...rest
}: Labels & SelectProps<Value>) {
  const { ids, control, wrong } = useField({ error, hint, id: rest.id });
  return (
    <FieldFrame label={label} error={wrong} hint={hint} ids={ids}>
      <Select {...rest} {...control} />
    </FieldFrame>
  );
}

/** The placeholder is also the label, as specified. */
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

interface Told {
  error?: string | undefined;
  hint: ReactNode;
  refusedBy?: string | undefined;
  id: string | undefined;
}

/** Ids and ARIA attributes that connect a field with its hint and with its own or its form's error. */
export function useField({ error, hint, refusedBy, id }: Told) {
  const own = useId();
  const control = id ?? own;
  const found = useContext(FormErrorsContext);
  const wrong = error ?? found[control];
  const ids: Ids = { control, error: `${control}-error`, hint: `${control}-hint` };
  const describedBy = [wrong ? ids.error : refusedBy, hint && ids.hint].filter(Boolean).join(' ');
  return {
    ids,
    wrong,
    control: {
      id: control,
      'aria-invalid': wrong || refusedBy ? true : undefined,
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

interface Wrong {
  field: HTMLElement;
  /** Label and requirement. */
  words: string;
}

/**
 * Summary of the errors at the head of a form, with a link to each field (WCAG 3.3.1, 3.3.3). Reads the errors from the
 * fields, so that both always agree. A single error needs no link, as its field has the focus. Not a live region: the
 * focused first field is announced with its error.
 */
export function ErrorSummary({ errors }: { errors: object }) {
  const place = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState<readonly Wrong[]>([]);
  const known = JSON.stringify(errors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other errors other fields are marked
  useLayoutEffect(() => {
    setWrong(findWrong(place.current?.closest('form') ?? null));
  }, [known]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={place}
      role="group"
      aria-label="Please check the fields below"
      hidden={wrong.length < 2}
    >
      {wrong.length < 2 ? null : (
        <div className="banner bad error-summary">
          <Icon of={CircleAlert} />
          <div>
            <b>Please check the fields below</b>
            <ul>
              {wrong.map(({ field, words }) => (
                <li key={words}>
                  <button type="button" className="link bare" onClick={() => field.focus()}>
                    {words}
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

function findWrong(form: HTMLFormElement | null): Wrong[] {
  return [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])].map((field) => {
    const label =
      field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : nameOf(field);
    const told = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .find((one) => one?.matches('.error, [role="alert"]'));
    return { field, words: `${label ?? field.ariaLabel ?? ''}: ${told?.textContent ?? ''}` };
  });
}

function nameOf(field: HTMLElement): string | undefined {
  return field.id
    ? document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent
    : undefined;
}
