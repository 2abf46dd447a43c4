import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useAdminBackend } from '#renderer/features/admin/admin-session.ts';
import { discardUnfinished, findUnfinished } from './send-file.ts';

const QUERY_KEY = ['admin', 'unfinished-uploads'];

/** Lists uploads that an earlier page load left unfinished. */
export function UnfinishedUploads() {
  const backend = useAdminBackend();
  const queryClient = useQueryClient();
  const { data: uploads = [] } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: findUnfinished,
    staleTime: 0,
    gcTime: 0,
  });
  if (uploads.length === 0) return null;
  const isOne = uploads.length === 1;
  const handleDiscard = async () => {
    await discardUnfinished(uploads, backend);
    await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
  };
  return (
    <div className="admin-deleted">
      <Banner tone="notice">
        {isOne
          ? '1 upload unfinished: choose the file again or discard'
          : `${uploads.length} uploads unfinished: choose the files again or discard`}
        {` (${uploads.map(({ metadata }) => metadata['objectName']).join(', ')}).`}
      </Banner>
      <Button small look="soft" onClick={() => void handleDiscard()}>
        Discard
      </Button>
    </div>
  );
}
