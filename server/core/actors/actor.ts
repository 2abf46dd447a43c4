import type { IncomingMessage } from 'node:http';
import type { AdminRole } from '#contract/constants/admin-roles.ts';

/** Roles of the API: the anon key, a signed-in user, the admin. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** An admin with an account; a sign-in with the shared password has none and all permissions. */
export interface NamedAdmin {
  readonly id: string;
  readonly email: string;
  readonly role: AdminRole;
}

/** Resolved once per request from the bearer token and checked by every policy. */
export interface Actor {
  readonly role: Role;
  /** The user's UUID; null for `anon` and the admin. */
  readonly userId: string | null;
  /** Session of the token; null for `anon`. */
  readonly sessionId: string | null;
  /** Only for `service_role`. */
  readonly admin?: NamedAdmin;
  /** Set only for event streams; reads query the database instead. */
  readonly audience?: Audience;
  /** Origin of addresses in changes; set only for event streams. */
  readonly origin?: string;
}

/** A user's notification preferences. */
export interface Audience {
  /** PREGNANCY, BIRTHING or POSTBIRTH; null if not set. */
  readonly stage: string | null;
  readonly isPaused: boolean;
}

export const ANON: Actor = { role: 'anon', userId: null, sessionId: null };

/** Policies that do not depend on the user decide the same for all actors of one kind. */
export const kindOf = ({ role, admin }: Actor): string => (admin ? `${role} ${admin.role}` : role);

/** Resolves the sender; throws an `AppError` for an invalid or expired token. */
export type ResolveActor = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Promise<Actor>;
