import { atom, useAtomValue } from 'jotai';
import {
  ADMIN_ROLE_NAMES,
  type AdminArea,
  type AdminLevel,
  type AdminRole,
  mayAdmin,
} from '#contract/words/admin-roles.ts';
import { adminTokenAtom } from './admin-session.ts';

/** Of whoever has the area open; undefined by the password of the area, which opens everything. */
const adminRoleAtom = atom((get) => roleOf(get(adminTokenAtom)?.access_token));

/** The server decides; the pages only leave out what it would refuse. */
export function useMay(): (level: AdminLevel, area: AdminArea) => boolean {
  const role = useAtomValue(adminRoleAtom);
  return (level, area) => role === undefined || mayAdmin(role, level, area);
}

/** She came in under her own name. */
export const useIsNamed = (): boolean => useAtomValue(adminRoleAtom) !== undefined;

function roleOf(token: string | undefined): AdminRole | undefined {
  const [, payload = ''] = token?.split('.') ?? [];
  if (payload === '') return undefined;
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  const named: unknown = Object(claims).admin_role;
  return ADMIN_ROLE_NAMES.find((role) => role === named);
}
