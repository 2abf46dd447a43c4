import {
  type QueryFunctionContext,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import { useAdminChanges } from './use-admin-changes.ts';

interface AdminQueryOptions<Data> extends Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'> {
  /** Tables whose changes trigger a refetch of all queries with the same name. */
  readonly refreshOn?: readonly string[];
}

/** A query as the admin, with the key `['admin', name, ...]`. */
export function useAdminQuery<Data>(
  key: readonly [name: string, ...rest: unknown[]],
  read: (backend: AdminBackend, context: QueryFunctionContext) => Promise<Data>,
  { refreshOn = [], ...options }: AdminQueryOptions<Data> = {},
): UseQueryResult<Data> {
  const backend = useAdminBackend();
  useAdminChanges(refreshOn, key[0]);
  return useQuery<Data>({
    ...options,
    queryKey: ['admin', ...key],
    queryFn: (context) => read(backend, context),
  });
}
