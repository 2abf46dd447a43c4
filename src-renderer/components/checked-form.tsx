import { type ComponentProps, type FormEvent, type SubmitEvent, useState } from 'react';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { useAlive } from '#renderer/lib/use-alive.ts';
import { ErrorSummary } from './field.tsx';
import { type FormErrors, FormErrorsContext, findFormErrors } from './form-errors.ts';

/**
 * A form whose fields say themselves what they need, with the way to each above them (WCAG 3.3.1, 3.3.3).
 * The fields of `field.tsx` in it show what is wrong with them; it is sent when the browser finds nothing.
 * Without its script, the browser's own balloon asks.
 */
export function CheckedForm({ onSubmit, children, ...rest }: ComponentProps<'form'>) {
  const [errors, setErrors] = useState<FormErrors>({});
  const isAlive = useAlive();

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const found = findFormErrors(event.currentTarget);
    setErrors(found);
    if (Object.keys(found).length === 0) {
      onSubmit?.(event);
      return;
    }
    event.preventDefault();
    focusFirstError(event.currentTarget);
  };
  /** What is mended is no longer wrong; what is not finished yet is not blamed before the next try. */
  const handleInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (Object.keys(errors).length === 0) return;
    const still = Object.entries(findFormErrors(currentTarget)).filter(([id]) => id in errors);
    setErrors(Object.fromEntries(still));
  };

  return (
    <form {...rest} noValidate={isAlive} onSubmit={handleSubmit} onInput={handleInput}>
      <FormErrorsContext value={errors}>
        <ErrorSummary errors={errors} />
        {children}
      </FormErrorsContext>
    </form>
  );
}
