import type { AdminRole } from '#contract/words/admin-roles.ts';

/** Who is asking. Roles are those of the wire contract: the anon key, a signed-in person, the admin. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** An admin who came in under her own name; one by the password of the area has none, and may everything. */
export interface NamedAdmin {
  readonly id: string;
  readonly email: string;
  readonly role: AdminRole;
}

/** Resolved once per request from the bearer token; every policy is asked with it. */
export interface Actor {
  readonly role: Role;
  /** The person's UUID; null for `anon` and for the admin, who is not a person with rows. */
  readonly userId: string | null;
  /** The revocable session behind the token; null for `anon`. */
  readonly sessionId: string | null;
  /** Of `service_role` alone. */
  readonly admin?: NamedAdmin;
  /** Known where changes are handed out; a read finds the same by asking the database. */
  readonly audience?: Audience;
}

/** What she has chosen in her profile about the words that reach her. */
export interface Audience {
  /** PREGNANCY, BIRTHING or POSTBIRTH; null while she has not said. */
  readonly stage: string | null;
  /** 'Pause everything'. */
  readonly isPaused: boolean;
}

export const ANON: Actor = { role: 'anon', userId: null, sessionId: null };

/** Whom it is the same for: what a policy says to one of them it says to all. */
export const kindOf = ({ role, admin }: Actor): string => (admin ? `${role} ${admin.role}` : role);
