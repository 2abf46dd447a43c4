import { areaOfTable, needAt } from '#contract/calls/admin-needs.ts';
import {
  ADMIN_AREAS,
  ADMIN_ROLES,
  type AdminArea,
  type AdminLevel,
  mayAdmin,
} from '#contract/words/admin-roles.ts';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import type { Actor, NamedAdmin } from './actor.ts';
import { AppError } from './errors.ts';

/** Of somebody without a name of the admin area it says nothing: policies and doors judge her. */
export function ensureMay({ admin }: Actor, level: AdminLevel, area: AdminArea): void {
  if (admin && !mayAdmin(admin.role, level, area)) throw createRoleError(admin, level, area);
}

/** What nobody has given a place in the table of needs is the owner's alone. */
export function ensureMayAtDoor(actor: Actor, method: string, path: string): void {
  const need = needAt(method, path);
  if (need === 'anybody') return;
  const [level, area] = need ?? (['write', 'admins'] as const);
  ensureMay(actor, level, area);
}

export function mayAtTable({ admin }: Actor, level: AdminLevel, table: string): boolean {
  return admin === undefined || mayAdmin(admin.role, level, areaOfTable(table) ?? 'admins');
}

export function ensureMayAtTable(actor: Actor, level: AdminLevel, table: string): void {
  ensureMay(actor, level, areaOfTable(table) ?? 'admins');
}

function createRoleError({ role }: NamedAdmin, level: AdminLevel, area: AdminArea): AppError {
  const deed = level === 'write' ? 'change' : 'see';
  return new AppError({
    status: 403,
    code: HTTP_ERROR.roleMayNot,
    publicMessage: `Your role (${ADMIN_ROLES[role].label}) may not ${deed} ${ADMIN_AREAS[area]}.`,
  });
}
