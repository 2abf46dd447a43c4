/** Where a recovery mail leads in the end. In the address, because a reload must not lose it. */
export const NEW_PASSWORD_ADDRESS = '/login?view=update_password';

export function asksForNewPassword(address: Pick<Location, 'search'>): boolean {
  return new URLSearchParams(address.search).get('view') === 'update_password';
}

/**
 * What the link of a mail left in the address when it could not be used: in the fragment, and for
 * some links in the query. The auth client reads it too, but tells nobody who subscribes.
 */
export function findCallbackError(address: Pick<Location, 'search' | 'hash'>): string | undefined {
  const fragment = new URLSearchParams(address.hash.replace(/^#/, ''));
  const query = new URLSearchParams(address.search);
  return query.get('error_description') ?? fragment.get('error_description') ?? undefined;
}
