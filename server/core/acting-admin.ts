import { AsyncLocalStorage } from 'node:async_hooks';
import { NAMED_ADMIN } from '#contract/words/audit.ts';
import type { NamedAdmin } from './actor.ts';

/** Whose request is being answered, so that what it does is written down under her name. */
const acting = new AsyncLocalStorage<NamedAdmin>();

/** All that follows from `work` is done by this admin; without a name, by the password of the area. */
export function actAs(admin: NamedAdmin | undefined, work: () => void): void {
  if (admin) acting.run(admin, work);
  else work();
}

/** As the audit log writes it. */
export function actingAdmin(): string {
  const admin = acting.getStore();
  return admin ? nameOf(admin) : 'service_role';
}

export const nameOf = ({ email }: Pick<NamedAdmin, 'email'>): string => `${NAMED_ADMIN}${email}`;
