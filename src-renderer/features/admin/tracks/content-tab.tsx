import { Upload as UploadIcon } from 'lucide-react';
import { useState } from 'react';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { AdminHead } from '../admin-head.tsx';
import { Pager } from '../shared/pager.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FileButton } from './file-button.tsx';
import { AUDIO_FILES } from './media-fields.tsx';
import { MovedBar } from './moved-bar.tsx';
import { OpenTrack, TrackEditor } from './track-editor.tsx';
import { TrackTable } from './track-table.tsx';
import { TrackTools } from './track-tools.tsx';
import { FIRST_VIEW, TRACKS_PER_PAGE, useTracks } from './tracks-query.ts';
import { UndoBar } from './undo-bar.tsx';
import { UploadList } from './upload-list.tsx';
import type { BulkDone } from './use-bulk.ts';
import { useOpenTrack } from './use-open-track.ts';
import { useOrder } from './use-order.ts';
import { useBringBackTrack } from './use-track-writes.ts';
import { useUploads } from './use-uploads.ts';
import './content.css';

export function ContentTab() {
  const [view, setView] = useState(FIRST_VIEW);
  const [open, setOpen] = useOpenTrack();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const query = useTracks(view);
  const [deleted, setDeleted] = useState<AudioContent>();
  const uploads = useUploads();
  const order = useOrder(view, query.data?.rows ?? []);
  useAdminChanges(['audio_content'], ['tracks']);
  const [changed, setChanged] = useState<BulkDone>();
  const handleBulkDone = (done?: BulkDone) => {
    setChosen(new Set());
    setChanged(done);
    order.forget();
  };

  return (
    <>
      <AdminHead title="Content" text="What mothers hear. A change is on their pages at once.">
        <div className="row a-wrap">
          <Button look="line" onClick={() => setOpen('new')}>
            New track
          </Button>
          <FileButton
            multiple
            accept={AUDIO_FILES}
            label="Recordings"
            onFiles={(files) => uploads.queue.add(files)}
          >
            <Icon of={UploadIcon} />
            Upload audio
          </FileButton>
        </div>
      </AdminHead>
      {deleted ? <DeletedBar track={deleted} onBack={() => setDeleted(undefined)} /> : null}
      {uploads.list.length > 0 ? (
        <UploadList uploads={uploads.list} queue={uploads.queue} onOpen={setOpen} />
      ) : null}
      <TrackTools view={view} onChange={setView} />
      <div className="a-split">
        <div className="stack">
          <NoRows query={query} onShowAll={() => setView(FIRST_VIEW)} />
          {query.data && query.data.total > 0 ? (
            <>
              <TrackTable
                tracks={order.rows}
                view={view}
                onView={setView}
                chosen={chosen}
                onChoose={setChosen}
                openId={open === 'new' ? undefined : open}
                onOpen={({ id }) => setOpen(id)}
                total={query.data.total}
                // The columns have no room for it beside an open panel.
                onMove={open === undefined ? order.move : undefined}
              />
              <Pager
                page={view.page}
                perPage={TRACKS_PER_PAGE}
                total={query.data.total}
                what={query.data.total === 1 ? 'track' : 'tracks'}
                onPage={(page) => setView({ ...view, page })}
              />
            </>
          ) : null}
        </div>
        {open === 'new' ? <TrackEditor onClose={() => setOpen(undefined)} /> : null}
        {typeof open === 'number' ? (
          <OpenTrack
            key={open}
            id={open}
            onClose={() => setOpen(undefined)}
            onDeleted={(track) => {
              setOpen(undefined);
              setDeleted(track);
              setChosen(new Set());
            }}
          />
        ) : null}
      </div>
      {order.last && chosen.size === 0 ? <MovedBar {...order.last} onDone={order.forget} /> : null}
      {changed && chosen.size === 0 ? (
        <UndoBar done={changed} onClose={() => setChanged(undefined)} />
      ) : null}
      {chosen.size > 0 ? <BulkBar chosen={chosen} onDone={handleBulkDone} /> : null}
    </>
  );
}

/** A track that was just deleted can be had back. */
function DeletedBar({ track, onBack }: { track: AudioContent; onBack: () => void }) {
  const bringBack = useBringBackTrack();
  return (
    <div className="a-deleted">
      <Banner tone="notice">{track.title} was deleted.</Banner>
      <Button
        small
        look="soft"
        busy={bringBack.isPending && 'Bringing back...'}
        onClick={() => bringBack.mutate(track, { onSuccess: onBack })}
      >
        Undo
      </Button>
    </div>
  );
}

interface NoRowsProps {
  query: ReturnType<typeof useTracks>;
  onShowAll: () => void;
}

/** On their way, did not arrive, or none is like this; nothing while there are some. */
function NoRows({ query, onShowAll }: NoRowsProps) {
  if (query.isPending) return <SkeletonRows rows={5} label="Loading..." />;
  return (
    <>
      {query.isError ? (
        <EmptyState land="dusk" title="This did not arrive" text={query.error.message}>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </EmptyState>
      ) : null}
      {query.data?.total === 0 ? (
        <EmptyState land="field" title="No track is like this" text="Search or filter for less.">
          <Button look="soft" onClick={onShowAll}>
            Show all
          </Button>
        </EmptyState>
      ) : null}
    </>
  );
}
