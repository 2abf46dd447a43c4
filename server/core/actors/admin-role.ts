import { requiredPermission } from '#contract/calls/admin/admin-permissions.ts';
import {
  ADMIN_AREAS,
  ADMIN_ROLES,
  type AdminArea,
  type AdminLevel,
  mayAdmin,
} from '#contract/constants/admin-roles.ts';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '../errors.ts';
import type { Actor, NamedAdmin } from './actor.ts';

/**
 * Checks only actors with an admin account. Returns true for others, because policies and
 * endpoints check them.
 */
export const mayAs = ({ admin }: Actor, level: AdminLevel, area: AdminArea): boolean =>
  admin === undefined || mayAdmin(admin.role, level, area);

export function ensureMay(admin: NamedAdmin, level: AdminLevel, area: AdminArea): void {
  if (!mayAdmin(admin.role, level, area)) throw createRoleError(admin, level, area);
}

/** Only the owner may use endpoints that `requiredPermission` does not list. */
export function ensureMayUsePath(actor: Actor, method: string, path: string): void {
  const permission = requiredPermission(method, path);
  if (permission === 'anybody') return;
  const [level, area] = permission ?? (['write', 'admins'] as const);
  if (actor.admin) ensureMay(actor.admin, level, area);
}

function createRoleError({ role }: NamedAdmin, level: AdminLevel, area: AdminArea): AppError {
  const verb = level === 'write' ? 'change' : 'see';
  return new AppError({
    status: 403,
    code: HTTP_ERROR.roleMayNot,
    publicMessage: `Your role (${ADMIN_ROLES[role].label}) may not ${verb} ${ADMIN_AREAS[area]}.`,
  });
}
