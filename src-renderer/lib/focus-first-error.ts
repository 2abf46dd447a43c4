/** After a failed submit, focuses the first invalid field, whose error is then announced. */
export function focusFirstError(form: HTMLElement): void {
  // The fields are marked after the next render.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
