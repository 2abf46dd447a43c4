import { queryOptions } from '@tanstack/react-query';
import { backend } from '#renderer/lib/backend.ts';

/** Her own name and picture; null until she has a row. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: async () => {
      const { data } = await backend()
        .tables.from('profiles')
        .select('username, avatar_url')
        .eq('id', userId)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
}
