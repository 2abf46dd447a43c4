import { type ComponentProps, type FormEvent, type SubmitEvent, useState } from 'react';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { ErrorSummary } from './field.tsx';
import { type FormErrors, FormErrorsContext, findFormErrors, hasMissing } from './form-errors.ts';

interface CheckedFormProps extends ComponentProps<'form'> {
  /** Called instead of `onSubmit` if a required field is empty. */
  onMissing?: () => void;
}

/**
 * A form whose fields show their own errors, with a summary that links to each (WCAG 3.3.1, 3.3.3). It submits once the
 * browser finds no error. Without scripts, the browser's native validation runs.
 */
export function CheckedForm({ onSubmit, onMissing, children, ...rest }: CheckedFormProps) {
  const [errors, setErrors] = useState<FormErrors>({});
  const isHydrated = useHydrated();

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const found = findFormErrors(event.currentTarget);
    setErrors(found);
    if (Object.keys(found).length === 0) {
      onSubmit?.(event);
      return;
    }
    event.preventDefault();
    focusFirstError(event.currentTarget);
    if (hasMissing(event.currentTarget)) onMissing?.();
  };
  /** Clears fixed errors; new errors are not shown before the next submit. */
  const handleInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (Object.keys(errors).length === 0) return;
    const remaining = Object.entries(findFormErrors(currentTarget)).filter(([id]) => id in errors);
    setErrors(Object.fromEntries(remaining));
  };

  return (
    <form {...rest} noValidate={isHydrated} onSubmit={handleSubmit} onInput={handleInput}>
      <FormErrorsContext value={errors}>
        <ErrorSummary errors={errors} />
        {children}
      </FormErrorsContext>
    </form>
  );
}
