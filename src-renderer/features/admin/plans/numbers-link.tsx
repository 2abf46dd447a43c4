import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { usePermissions } from '../admin-permissions.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

/** The private link to a centre's usage numbers, which the owner can share and revoke. */
export function NumbersLink({ codeId }: { codeId: number }) {
  const may = usePermissions();
  const params = { id: codeId };
  const { data, error } = useAdminQuery(['numbers-link', codeId], ({ call }, { signal }) =>
    call('getNumbersLink', { params, signal }),
  );
  const make = useAdminCall('numbers-link', 'makeNumbersLink', { done: 'Link made' });
  const end = useAdminCall('numbers-link', 'endNumbersLink', { done: 'Link taken back' });
  const failed = error ?? make.error ?? end.error;
  const link = data?.link ?? null;
  const isChangeable = data !== undefined && may('makeNumbersLink');
  return (
    <section className="stack" aria-label="The centre’s own numbers">
      <h3 className="numbers-title">The centre’s own numbers</h3>
      <p className="small quiet">
        A private page for the centre: how often the code was used, by month, and how many uses are
        left. It shows no names and no number below five. Anyone with the link can open it.
      </p>
      {link ? <p className="numbers-link">{link}</p> : null}
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      <div className="row admin-wrap">
        {link ? <CopyButton label="Copy link" what="link" text={link} /> : null}
        {isChangeable ? (
          // One button, which keeps the focus when its label changes.
          <Button
            look={link ? 'line' : 'soft'}
            busy={(make.isPending && 'Making...') || (end.isPending && 'Taking back...')}
            onClick={() => (link ? end : make).mutate({ params })}
          >
            {link ? 'Take the link back' : 'Make a link'}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
