/** The form for a new password. The view is in the URL, so that a reload keeps it. */
export const NEW_PASSWORD_ADDRESS = '/login?view=update_password';

export function asksForNewPassword(address: Pick<Location, 'search'>): boolean {
  return new URLSearchParams(address.search).get('view') === 'update_password';
}

/**
 * The error in the URL of an invalid or expired link, either in the fragment or in the query. The
 * auth client reads it too, but does not pass it to subscribers.
 */
export function findCallbackError(address: Pick<Location, 'search' | 'hash'>): string | undefined {
  const fragment = new URLSearchParams(address.hash.replace(/^#/, ''));
  const query = new URLSearchParams(address.search);
  return query.get('error_description') ?? fragment.get('error_description') ?? undefined;
}
