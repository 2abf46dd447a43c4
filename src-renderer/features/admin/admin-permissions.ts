import { atom, useAtomValue } from 'jotai';
import { type AdminAction, hasPermission } from '#contract/calls/admin/admin-permissions.ts';
import type { AdminToken } from '#contract/calls/auth.ts';
import { ADMIN_ROLE_NAMES } from '#contract/constants/admin-roles.ts';
import { claimsOf } from '#renderer/lib/token-claims.ts';
import { adminTokenAtom } from './admin-session.ts';

/** The role of the signed-in admin; undefined with the area's password, which allows everything. */
const adminRoleAtom = atom((get) => {
  const { admin_role: name } = claimsOf(get(adminTokenAtom)?.access_token);
  return ADMIN_ROLE_NAMES.find((role) => role === name);
});
const adminIdAtom = atom((get) => {
  const { admin_id: id } = claimsOf(get(adminTokenAtom)?.access_token);
  return typeof id === 'string' ? id : undefined;
});

/** Checks an action against the table of roles that the server enforces. */
export function usePermissions(): (action: AdminAction) => boolean {
  const role = useAtomValue(adminRoleAtom);
  return (action) => role === undefined || hasPermission(role, action);
}

/** Whether the admin signed in with their own account. */
export const useHasOwnAccount = (): boolean => useAtomValue(adminRoleAtom) !== undefined;

/** Whether the token belongs to the session of a machine that stays signed in. */
export const staysSignedIn = (token: AdminToken): boolean =>
  claimsOf(token.access_token)['admin_session'] !== undefined;

/** The admin's account id; undefined with the area's password. */
export const useAdminId = (): string | undefined => useAtomValue(adminIdAtom);
