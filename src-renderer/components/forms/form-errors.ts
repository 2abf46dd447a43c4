import { createContext } from 'react';

/** Error messages by field id. */
export type FormErrors = Readonly<Record<string, string>>;

export const FormErrorsContext = createContext<FormErrors>({});

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input, textarea, select';

/** Runs the browser's validation, but returns our messages: the native bubble covers the input and disappears. */
export function findFormErrors(form: HTMLFormElement): FormErrors {
  const errors: Record<string, string> = {};
  for (const control of form.querySelectorAll<Control>(CONTROLS)) {
    const message = messageFor(control);
    if (message) errors[control.id] = message;
  }
  return errors;
}

export function hasMissing(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<Control>(CONTROLS)].some(
    ({ validity }) => validity.valueMissing,
  );
}

function messageFor(control: Control): string | undefined {
  const { validity, dataset, type } = control;
  if (!control.willValidate) return undefined;
  if (validity.badInput) return type === 'number' ? NO_NUMBER : 'Please write this in full.';
  if (validity.valueMissing) return dataset['missing'] ?? MISSING[type] ?? 'Please fill this in.';
  if (validity.typeMismatch || validity.patternMismatch) {
    return dataset['mismatch'] ?? MISMATCH[type];
  }
  if (!(control instanceof HTMLInputElement)) return undefined;
  if (validity.rangeUnderflow || validity.rangeOverflow) return rangeMessage(control);
  if (validity.stepMismatch) return 'Please write a whole number.';
  // The browser's `minlength` checks typed input only, not values from a password manager.
  const isShort = control.value !== '' && control.value.length < control.minLength;
  return isShort ? `Please write at least ${control.minLength} characters.` : undefined;
}

const NO_NUMBER = 'Please write a number.';

const MISSING: Readonly<Record<string, string>> = {
  email: 'Please enter your email address',
  password: 'Please enter the password.',
  number: NO_NUMBER,
  date: 'Please choose a day.',
};

const MISMATCH: Readonly<Record<string, string>> = {
  email: 'Please write the whole address, such as name@example.org.',
  url: 'Please write the whole address, beginning with https://.',
};

function rangeMessage({ min, max }: HTMLInputElement): string {
  if (min && max) return `Please choose from ${min} to ${max}.`;
  return min ? `Please choose ${min} or more.` : `Please choose ${max} or less.`;
}
