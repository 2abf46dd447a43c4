import { useAdminQuery } from '#renderer/features/admin/shared/use-admin-query.ts';

/** The original name of the uploaded file, or its stored name without the hash; undefined while loading. */
export function useFileName(address: string): string | undefined {
  const { data, isError } = useAdminQuery(['file-names', address], ({ call }) =>
    call('getFileName', { input: { path: address } }),
  );
  if (data === undefined && !isError) return undefined;
  return data?.name ?? decodeURIComponent(address.split('/').at(-1) ?? '').replace(HASH, '');
}

const HASH = /-[0-9a-f]{16}(?=\.\w+$)/;
