import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useAdminAction } from '#renderer/features/admin/shared/use-admin-action.ts';
import { useAdminQuery } from '#renderer/features/admin/shared/use-admin-query.ts';
import { discardUnfinished, findUnfinished } from './send-file.ts';

/** Lists uploads that an earlier page load left unfinished. */
export function UnfinishedUploads() {
  const { data: uploads = [] } = useAdminQuery(['unfinished-uploads'], findUnfinished, {
    staleTime: 0,
    gcTime: 0,
  });
  const discard = useAdminAction('unfinished-uploads', (backend) =>
    discardUnfinished(uploads, backend),
  );
  if (uploads.length === 0) return null;
  const isOne = uploads.length === 1;
  return (
    <div className="row admin-wrap admin-unfinished">
      <Banner tone="notice">
        {isOne
          ? '1 upload unfinished: choose the file again or discard'
          : `${uploads.length} uploads unfinished: choose the files again or discard`}
        {` (${uploads.map(({ metadata }) => metadata['objectName']).join(', ')}).`}
      </Banner>
      <Button small look="soft" onClick={() => discard.mutate()}>
        Discard
      </Button>
    </div>
  );
}
