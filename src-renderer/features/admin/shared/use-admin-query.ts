import {
  type QueryFunctionContext,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import type { FollowedTable } from './admin-changes.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly refreshOn?: readonly FollowedTable[] };
  }
}

interface AdminQueryOptions<Data> extends Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'> {
  /** Tables whose changes trigger a refetch of all queries with the same name. */
  readonly refreshOn?: readonly FollowedTable[];
}

/** A query as the admin, with the key `['admin', name, ...]`. */
export function useAdminQuery<Data>(
  key: readonly [name: string, ...rest: unknown[]],
  read: (backend: AdminBackend, context: QueryFunctionContext) => Promise<Data>,
  { refreshOn, ...options }: AdminQueryOptions<Data> = {},
): UseQueryResult<Data> {
  const backend = useAdminBackend();
  return useQuery<Data>({
    ...options,
    ...(refreshOn && { meta: { refreshOn } }),
    queryKey: ['admin', ...key],
    queryFn: (context) => read(backend, context),
  });
}
