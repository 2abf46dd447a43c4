/** After a form was not accepted: to the first field that is wrong, which then says what it needs. */
export function focusFirstError(form: HTMLElement): void {
  // The marks stand when the page has followed.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
