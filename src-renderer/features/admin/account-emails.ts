import type { AdminBackend } from './admin-session.ts';

/** The email addresses of accounts by id, for rows that have the id only. */
export async function readEmails(
  call: AdminBackend['call'],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string | undefined>> {
  if (ids.length === 0) return new Map();
  const input = { ids: ids.join(','), per_page: ids.length };
  const { users } = await call('findPeople', { input, signal });
  return new Map(users.map(({ id, email }) => [id, email]));
}
