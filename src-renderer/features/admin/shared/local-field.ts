/** Converts a timestamp to a local `datetime-local` value: '2026-12-24T18:00'. */
export function toLocalField(iso: string | null): string {
  if (!iso) return '';
  const moment = new Date(iso);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Converts a local `datetime-local` value to a timestamp; null for an empty field. */
export function fromLocalField(text: string): string | null {
  return text === '' ? null : new Date(text).toISOString();
}
