import { CircleAlert, Search } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FormErrorsContext } from './form-errors.ts';
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

export function SelectField({ label, error, hint, ...rest }: Labels & ComponentProps<'select'>) {
  const { ids, control, wrong } = useField({ error, hint, id: rest.id });
  return (
    <FieldFrame label={label} error={wrong} hint={hint} ids={ids}>
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

interface Told {
  error?: string | undefined;
  hint: ReactNode;
  refusedBy?: string | undefined;
  id: string | undefined;
}

/** The ids by which a field is told what it is for and what is wrong with it, here or by its form. */
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

interface Wrong {
  field: HTMLElement;
  /** What it is called, and what it needs. */
  words: string;
}

/**
 * At the head of a form that was not accepted: what is wrong with which field, and the way to each
 * (WCAG 3.3.1, 3.3.3). Read from the fields themselves, so that it never says anything else than they do.
 * One alone needs no way: it has the focus. It is not live: the first field has the focus and is read aloud, with its error.
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
    <div ref={place} role="group" aria-label="What is not right yet" hidden={wrong.length < 2}>
      {wrong.length < 2 ? null : (
        <div className="banner bad error-summary">
          <Icon of={CircleAlert} />
          <div>
            <b>{wrong.length} things are not right yet</b>
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
      .find((one) => one?.matches('.err, [role="alert"]'));
    return { field, words: `${label ?? field.ariaLabel ?? ''}: ${told?.textContent ?? ''}` };
  });
}

function nameOf(field: HTMLElement): string | undefined {
  return field.id
    ? document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent
    : undefined;
}
