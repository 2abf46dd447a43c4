import type { AuthUser } from '#contract/calls/auth.ts';

export const isBanned = ({ banned_until: until }: AuthUser) =>
  until !== undefined && Date.parse(until) > Date.now();

export function PersonState({ person }: { person: AuthUser }) {
  if (isBanned(person)) return <span className="badge bad">Banned</span>;
  if (person.email_confirmed_at) return <span className="badge good">Confirmed</span>;
  return <span className="badge wait">Unconfirmed</span>;
}
