import { Upload as UploadIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { AdminHead } from '../admin-head.tsx';
import { usePermissions } from '../admin-permissions.ts';
import { useListAddress } from '../resource/list-address.ts';
import { ResourceRows, useRows } from '../resource/resource-page.tsx';
import { ResourceTools } from '../resource/resource-tools.tsx';
import { useOpened } from '../resource/use-opened.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FileButton } from './editor/file-button.tsx';
import { AUDIO_FILES } from './editor/recording-field.tsx';
import { OpenTrack, TrackEditor } from './editor/track-editor.tsx';
import { tracksResource } from './tracks.resource.tsx';
import { UndoBar } from './undo-bar.tsx';
import { UnfinishedUploads } from './upload/unfinished-uploads.tsx';
import { UploadBatch } from './upload/upload-batch.tsx';
import { UploadList } from './upload/upload-list.tsx';
import { useUploads } from './upload/use-uploads.ts';
import type { Undoable } from './use-change-tracks.ts';
import { useOrder } from './use-order.ts';
import './content.css';

type OpenTrackId = number | 'new';
const NO_TRACKS: ReadonlySet<number> = new Set();

export function ContentTab() {
  const [opened, setOpened] = useOpened('track');
  const open = opened === 'new' || opened === undefined ? opened : Number(opened);
  const setOpen = (id: OpenTrackId | undefined) => setOpened(id?.toString());
  const uploads = useUploads();
  const [batch, setBatch] = useState<readonly File[]>([]);
  const mayWrite = usePermissions()('write content');
  return (
    <>
      <AdminHead title="Content" text="Everything mothers can hear. Changes go live immediately.">
        {mayWrite ? (
          <div className="row admin-wrap">
            <Button look="line" onClick={() => setOpen('new')}>
              New track
            </Button>
            <FileButton multiple accept={AUDIO_FILES} label="Recordings" onFiles={setBatch}>
              <Icon of={UploadIcon} />
              Upload audio
            </FileButton>
          </div>
        ) : null}
      </AdminHead>
      {batch.length > 0 ? (
        <UploadBatch
          files={batch}
          onCancel={() => setBatch([])}
          onUpload={(choices) => {
            uploads.queue.add(batch, choices);
            setBatch([]);
          }}
        />
      ) : null}
      {uploads.list.length > 0 ? (
        <UploadList
          uploads={uploads.list}
          queue={uploads.queue}
          onOpen={setOpen}
          onFiles={setBatch}
        />
      ) : mayWrite ? (
        <UnfinishedUploads />
      ) : null}
      <TrackList open={open} onOpen={setOpen} mayWrite={mayWrite} />
    </>
  );
}

interface TrackListProps {
  open: OpenTrackId | undefined;
  onOpen: (id: OpenTrackId | undefined) => void;
  mayWrite: boolean;
}

function TrackList({ open, onOpen, mayWrite }: TrackListProps) {
  const [view, change] = useListAddress(tracksResource);
  const query = useRows(tracksResource, view);
  const [chosen, setChosen] = useState(NO_TRACKS);
  const [lastAction, setLastAction] = useState<Undoable>();
  const order = useOrder(view, query.data?.rows ?? [], setLastAction);
  const ids = order.rows.map(({ id }) => id);
  const selection = {
    chosen,
    onChange: (keys: ReadonlySet<string | number>) => setChosen(new Set([...keys].map(Number))),
  };
  const isMovable = mayWrite && isCustomOrder(view.sort);
  const handleDone = (action?: Undoable) => {
    setChosen(NO_TRACKS);
    setLastAction(action);
  };
  const handleDeleted = (action: Undoable) => {
    onOpen(undefined);
    handleDone(action);
  };

  return (
    <>
      <ResourceTools resource={tracksResource} view={view} onChange={change} />
      <div className="admin-split">
        <div className="stack">
          <ResourceRows
            resource={tracksResource}
            query={query}
            rows={order.rows}
            view={view}
            onChange={change}
            openKey={open === 'new' ? undefined : open}
            onOpen={(id) => onOpen(Number(id))}
            selection={mayWrite ? selection : undefined}
            onMove={isMovable ? order.move : undefined}
          />
        </div>
        <Editor open={open} ids={ids} onOpen={onOpen} onDeleted={handleDeleted} />
      </div>
      {lastAction && chosen.size === 0 ? (
        <UndoBar
          action={lastAction}
          // An undo may end after the next action.
          onClose={() => setLastAction((now) => (now === lastAction ? undefined : now))}
        />
      ) : null}
      {chosen.size > 0 ? (
        <BulkBar
          chosen={chosen}
          view={view}
          total={query.data?.total ?? 0}
          onChoose={(all) => setChosen(new Set(all))}
          onDone={handleDone}
        />
      ) : null}
    </>
  );
}

interface EditorProps extends Pick<TrackListProps, 'open' | 'onOpen'> {
  /** The tracks of the current page, in the order of the list. */
  ids: readonly number[];
  onDeleted: (action: Undoable) => void;
}

function Editor({ open, ids, onOpen, onDeleted }: EditorProps) {
  if (open === undefined) return null;
  const close = () => onOpen(undefined);
  if (open === 'new') return <TrackEditor onClose={close} />;
  const index = ids.indexOf(open);
  const openTrack = (id: number | undefined) =>
    index < 0 || id === undefined ? undefined : () => onOpen(id);
  return (
    <OpenTrack
      key={open}
      id={open}
      onClose={close}
      onPrevious={openTrack(ids[index - 1])}
      onNext={openTrack(ids[index + 1])}
      onDeleted={onDeleted}
    />
  );
}

const isCustomOrder = ({ by, isDescending }: { by: string; isDescending: boolean }) =>
  by === 'position' && !isDescending;
