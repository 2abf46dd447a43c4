import { useQuery } from '@tanstack/react-query';
import { useAdminBackend } from '#renderer/features/admin/admin-session.ts';

/** The original name of the uploaded file, or its stored name without the hash; undefined while loading. */
export function useFileName(address: string): string | undefined {
  const { call } = useAdminBackend();
  const { data, isError } = useQuery({
    queryKey: ['admin', 'file-names', address],
    queryFn: () => call('getFileName', { input: { path: address } }),
  });
  if (data === undefined && !isError) return undefined;
  return data?.name ?? decodeURIComponent(address.split('/').at(-1) ?? '').replace(HASH, '');
}

const HASH = /-[0-9a-f]{16}(?=\.\w+$)/;
