import type { Consent } from '#contract/consents.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

const hersOrAdmin = byRole<Consent>({
  authenticated: ownedBy('user_id'),
  service_role: always,
});

/** She gives, sees and withdraws her own; a consent once given is never erased by her. */
export const consentsPolicy = definePolicy<Consent>({
  select: hersOrAdmin,
  insert: hersOrAdmin,
  update: hersOrAdmin,
  delete: adminOnly,
});
