import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { formatBytes } from '#renderer/features/admin/shared/format.ts';
import { formatClock } from '#renderer/lib/format.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { FileButton } from '../editor/file-button.tsx';
import { AUDIO_FILES } from '../editor/recording-field.tsx';
import { enabledValues, useUpdateTrack } from '../editor/use-update-track.ts';
import { isUploading, type Upload, type UploadedTrack, type UploadQueue } from './upload-queue.ts';

interface UploadListProps {
  uploads: readonly Upload[];
  queue: UploadQueue;
  onOpen: (id: number) => void;
  onFiles: (files: readonly File[]) => void;
}

export function UploadList({ uploads, queue, onOpen, onFiles }: UploadListProps) {
  const isIdle = uploads.every(({ state }) => state === 'done' || state === 'failed');
  return (
    <section className="card" aria-labelledby="uploads">
      <div className="row between admin-wrap">
        <h2 id="uploads">Uploads</h2>
        {isIdle ? (
          <div className="row">
            <FileButton
              multiple
              soft
              accept={AUDIO_FILES}
              label="More recordings"
              onFiles={onFiles}
            >
              Upload another
            </FileButton>
            <Button small look="soft" onClick={() => queue.clear()}>
              Clear the list
            </Button>
          </div>
        ) : null}
      </div>
      <ul className="admin-list">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} queue={queue} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

interface UploadRowProps {
  upload: Upload;
  queue: UploadQueue;
  onOpen: (id: number) => void;
}

function UploadRow({ upload, queue, onOpen }: UploadRowProps) {
  const { file, state, sent } = upload;
  const { name } = file;
  const removeLabel = state === 'failed' ? 'Remove' : 'Cancel';
  const next = isUploading(state) ? 'Pause' : state === 'paused' ? 'Resume' : 'Try again';
  const isStarted = state === 'sending' || state === 'reconnecting' || state === 'paused';
  // Announces changes of the state, but not each step of the progress.
  useAnnounced(state === 'sending' ? null : `${name}: ${describeUpload(upload)}`);
  return (
    <li>
      <div className="admin-upload">
        <b>{name}</b>
        <p className="small quiet tabular-numbers">
          {upload.track?.isPublished ? 'Published' : describeUpload(upload)}
        </p>
        {isStarted ? (
          <progress aria-label={`Sending ${name}`} max={file.size} value={sent} />
        ) : null}
      </div>
      {upload.track ? (
        <UploadedActions
          name={name}
          track={upload.track}
          onOpen={onOpen}
          onPublished={() => queue.markPublished(upload)}
        />
      ) : null}
      {state === 'done' ? null : (
        <>
          {/* One button, which keeps the focus when its label changes. */}
          <Button
            small
            look="soft"
            aria-label={`${next} ${name}`}
            onClick={() => (next === 'Pause' ? queue.pause(upload) : queue.resume(upload))}
          >
            {next}
          </Button>
          <Button
            small
            look="line"
            aria-label={`${removeLabel} ${name}`}
            onClick={() => queue.cancel(upload)}
          >
            {removeLabel}
          </Button>
        </>
      )}
    </li>
  );
}

interface UploadedActionsProps {
  name: string;
  track: UploadedTrack;
  onOpen: (id: number) => void;
  onPublished: () => void;
}

function UploadedActions({
  name,
  track: { id, isPublished },
  onOpen,
  onPublished,
}: UploadedActionsProps) {
  const publish = useUpdateTrack(id);
  const handlePublished = () => {
    onPublished();
    toast.success('Published', 'It is in the playlist now.');
  };
  return (
    <>
      <Button small look="soft" aria-label={`Open ${name}`} onClick={() => onOpen(id)}>
        Open
      </Button>
      {isPublished ? null : (
        <Button
          small
          aria-label={`Publish ${name}`}
          busy={publish.isPending && 'Publishing...'}
          onClick={() => publish.mutate(enabledValues(true), { onSuccess: handlePublished })}
        >
          Publish
        </Button>
      )}
    </>
  );
}

function describeUpload({ state, sent, track, reason, file }: Upload): string {
  const size = formatBytes(file.size);
  const share = `${Math.floor((sent / Math.max(1, file.size)) * 100)} % of ${size}`;
  if (state === 'failed') return reason ?? 'The upload failed.';
  if (state === 'done')
    return `${formatClock(track?.seconds ?? 0)}, ${size}. Switched off until you publish it.`;
  if (state === 'waiting') return `Waiting for the other uploads, ${size}`;
  if (state === 'paused') return `Paused at ${share}. ${reason ?? ''}`.trim();
  if (state === 'reconnecting') return `No connection; ${share} sent. It continues automatically.`;
  return sent < file.size ? share : 'Sent; the server is checking it';
}
