import { useQuery } from '@tanstack/react-query';
import { useAdminBackend } from '../admin-session.ts';

/** What the owner calls the file at this address, as she sent it; what is stored where nobody has said. */
export function useFileName(address: string): string | undefined {
  const { call } = useAdminBackend();
  const { data, isError } = useQuery({
    queryKey: ['admin', 'file-names', address],
    queryFn: () => call('getFileName', { input: { path: address } }),
  });
  if (data === undefined && !isError) return undefined;
  return data?.name ?? decodeURIComponent(address.split('/').at(-1) ?? '');
}
