import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NumbersLink } from '#contract/calls/centre-numbers.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useMay } from '../admin-may.ts';
import { useAdminBackend } from '../admin-session.ts';

const keyOf = (codeId: number) => ['admin', 'numbers-link', codeId] as const;

function useNumbersLink(codeId: number): UseQueryResult<NumbersLink> {
  const { call } = useAdminBackend();
  return useQuery({
    queryKey: keyOf(codeId),
    queryFn: ({ signal }) => call('getNumbersLink', { params: { id: codeId }, signal }),
  });
}

function useChangeLink(codeId: number, name: 'makeNumbersLink' | 'endNumbersLink', said: string) {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(name, { params: { id: codeId } }),
    onSuccess: (made) => {
      toast.success(said);
      queryClient.setQueryData(keyOf(codeId), made);
    },
  });
}

/** The address at which the centre sees how often its code was used, for the owner to hand on and to take back. */
export function NumbersLinkPart({ codeId }: { codeId: number }) {
  const may = useMay();
  const { data, error } = useNumbersLink(codeId);
  const make = useChangeLink(codeId, 'makeNumbersLink', 'Link made');
  const end = useChangeLink(codeId, 'endNumbersLink', 'Link taken back');
  const failed = error ?? make.error ?? end.error;
  const link = data?.link ?? null;
  return (
    <section className="stack" aria-label="The centre’s own numbers">
      <h3 className="numbers-title">The centre’s own numbers</h3>
      <p className="small quiet">
        A private page for the centre: how often the code was used, by month, and how many uses are
        left. No persons, and no number below five. Whoever has the link can open it.
      </p>
      {link ? <p className="numbers-link">{link}</p> : null}
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      <div className="row a-wrap">
        {link ? (
          <Button look="soft" onClick={() => void copy(link)}>
            Copy link
          </Button>
        ) : null}
        {data && may('write', 'plans') ? (
          link ? (
            <Button
              look="line"
              busy={end.isPending && 'Taking back...'}
              onClick={() => end.mutate()}
            >
              Take the link back
            </Button>
          ) : (
            <Button look="soft" busy={make.isPending && 'Making...'} onClick={() => make.mutate()}>
              Make a link
            </Button>
          )
        ) : null}
      </div>
    </section>
  );
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Link copied');
  } catch {
    // Without https, or refused by the browser.
    toast.error('The browser does not allow it. Select the link and copy it.');
  }
}
