import { AsyncLocalStorage } from 'node:async_hooks';
import { NAMED_ADMIN } from '#contract/constants/audit.ts';
import type { NamedAdmin } from './actor.ts';

/** The admin of the current request, for the audit log. */
const acting = new AsyncLocalStorage<NamedAdmin>();

/** Attributes everything in `work` to this admin; without one, to the shared password. */
export function actAs(admin: NamedAdmin | undefined, work: () => void): void {
  if (admin) acting.run(admin, work);
  else work();
}

export function actingAdmin(): string {
  const admin = acting.getStore();
  return admin ? nameOf(admin) : 'service_role';
}

export const nameOf = ({ email }: Pick<NamedAdmin, 'email'>): string => `${NAMED_ADMIN}${email}`;
