/**
 * '24 Dec, 18:00' in the admin's time zone; with the year when it is another one: '24 Dec 2025,
 * 18:00'.
 */
export function formatMoment(iso: string): string {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return at.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** '24 December 2026' in the admin's time zone. */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
