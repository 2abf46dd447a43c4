/**
 * Reads the text fields of a form from the page. Browsers and password managers fill fields without an event, so state
 * would miss them: our fields are uncontrolled.
 */
export function readForm<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string>;
export function readForm(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')]));
}
