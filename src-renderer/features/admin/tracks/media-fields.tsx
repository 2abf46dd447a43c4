import { FileAudio } from 'lucide-react';
import { useState } from 'react';
import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { useAdminBackend } from '../admin-session.ts';
import { FileButton } from './file-button.tsx';
import { RecordingPreview } from './recording-preview.tsx';
import { RecordingState } from './recording-state.tsx';
import { sendFile } from './send-file.ts';
import type { TrackDraft } from './track-form.ts';

export const AUDIO_FILES = '.mp3,.m4a,.wav,audio/*';
const IMAGE_FILES = '.png,.jpg,.jpeg,.webp';

interface MediaFieldsProps {
  draft: TrackDraft;
  onChange: (part: Partial<TrackDraft>) => void;
}

/** Cover and recording. A new file is kept beside the old one, so whoever is listening is not disturbed. */
export function MediaFields({ draft, onChange }: MediaFieldsProps) {
  const cover = useReplace('images', ({ path }) => onChange({ image_url: path }));
  const [uploaded, setUploaded] = useState<string>();
  const audio = useReplace('audio', ({ path, durationSeconds }) => {
    setUploaded(path);
    onChange({
      audio_url: path,
      duration: Math.max(1, Math.round(durationSeconds ?? 0)),
      // Times belong to the recording they were tapped with.
      transcript_timings: null,
    });
  });
  return (
    <>
      <div className="row a-cover" data-stage={draft.category.toLowerCase()}>
        <Cover src={draft.image_url} lazy={false} />
        <div>
          <FileButton soft accept={IMAGE_FILES} label="Cover" {...cover.button}>
            Change cover
          </FileButton>
          <p className="tiny quiet">Square, at least 600 px</p>
        </div>
      </div>
      {cover.failure ? <Banner tone="bad">{cover.failure}</Banner> : null}
      <div className="file">
        <Icon of={FileAudio} />
        <div>
          {draft.audio_url === '' ? (
            <b className="small">No recording yet</b>
          ) : (
            <>
              <b className="small">{fileNameOf(draft.audio_url)}</b>
              <p className="tiny num">{formatClock(draft.duration)}</p>
            </>
          )}
        </div>
        <FileButton soft accept={AUDIO_FILES} label="Recording" {...audio.button}>
          {draft.audio_url === '' ? 'Upload' : 'Replace'}
        </FileButton>
      </div>
      {audio.failure ? <Banner tone="bad">{audio.failure}</Banner> : null}
      {draft.audio_url === '' ? null : (
        <>
          <RecordingPreview address={draft.audio_url} title={draft.title} />
          <RecordingState
            draft={draft}
            isNew={uploaded === draft.audio_url}
            onChange={(part) => {
              setUploaded(undefined);
              onChange(part);
            }}
          />
        </>
      )}
    </>
  );
}

function useReplace(bucket: Bucket, onStored: (stored: StoredObject) => void) {
  const { fetch } = useAdminBackend();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const handleFiles = async ([file]: readonly File[]) => {
    if (!file) return;
    setFailure(undefined);
    setShare(0);
    try {
      onStored(
        await sendFile({
          bucket,
          file,
          fetch,
          onProgress: (bytes) => setShare(bytes / Math.max(1, file.size)),
        }),
      );
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setShare(undefined);
  };
  return {
    failure,
    button: {
      busy: share !== undefined && `${Math.floor(share * 100)} %`,
      onFiles: (files: readonly File[]) => void handleFiles(files),
    } as const,
  };
}

const fileNameOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '');
