import { queryOptions } from '@tanstack/react-query';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { formatDay } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/** The user's open request, which waits for approval or erasure; null without one. */
export function deletionQuery(userId: string) {
  return queryOptions({
    queryKey: ['deletion', userId],
    queryFn: async () => {
      const { data } = await backend()
        .tables.from('deletion_requests')
        .select('created_at, due_at')
        .eq('user_id', userId)
        .in('status', ['confirmed', 'approved'])
        .limit(1)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    // The deletion form cannot invalidate this query: its page has no query client.
    staleTime: 0,
  });
}

type PendingRequest = Pick<DeletionRequest, 'created_at' | 'due_at'>;

export function PendingDeletion({ created_at, due_at }: PendingRequest) {
  const { email } = useBrand();
  return (
    <Banner tone="notice">
      You asked us on {formatDay(created_at)} to delete this account.{' '}
      {due_at ? (
        `Your data is erased by ${formatDay(due_at, 'UTC')}.`
      ) : (
        <>
          We have not approved it yet. Changed your mind? Write to{' '}
          <a href={`mailto:${email}`}>{email}</a> and nothing will be deleted.
        </>
      )}
    </Banner>
  );
}
