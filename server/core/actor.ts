/** Who is asking. Roles are those of the wire contract: the anon key, a signed-in person, the admin. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** Resolved once per request from the bearer token; every policy is asked with it. */
export interface Actor {
  readonly role: Role;
  /** The person's UUID; null for `anon` and for the admin, who is not a person with rows. */
  readonly userId: string | null;
  /** The revocable session behind the token; null for `anon`. */
  readonly sessionId: string | null;
}

export const ANON: Actor = { role: 'anon', userId: null, sessionId: null };
