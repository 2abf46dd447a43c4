import { FileAudio } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { CoverField } from './cover-field.tsx';
import { FileButton } from './file-button.tsx';
import { RecordingPreview } from './recording-preview.tsx';
import { RecordingState } from './recording-state.tsx';
import type { TrackDraft } from './track-form.ts';
import { useFileName } from './use-file-name.ts';
import { useRecording } from './use-recording.ts';
import { useReplace } from './use-replace.ts';

export const AUDIO_FILES = '.mp3,.m4a,.wav,.flac,.ogg,.opus,.aiff,.aif,audio/*';

interface MediaFieldsProps {
  draft: TrackDraft;
  onChange: (part: Partial<TrackDraft>) => void;
}

/** Cover and recording. A new file is kept beside the old one, so whoever is listening is not disturbed. */
export function MediaFields({ draft, onChange }: MediaFieldsProps) {
  const [uploaded, setUploaded] = useState<string>();
  const audio = useReplace('audio', ({ path, durationSeconds }) => {
    setUploaded(path);
    onChange({
      audio_url: path,
      duration: Math.max(1, Math.round(durationSeconds ?? 0)),
      // Times belong to the recording they were tapped with.
      transcript_timings: null,
      chapters: null,
    });
  });
  return (
    <>
      <CoverField draft={draft} onChange={onChange} />
      <div className="file">
        <Icon of={FileAudio} />
        <div>
          {draft.audio_url === '' ? (
            <b className="small">No recording yet</b>
          ) : (
            <>
              <RecordingName address={draft.audio_url} />
              <p className="tiny num">{formatClock(draft.duration)}</p>
            </>
          )}
        </div>
        <FileButton
          soft
          accept={AUDIO_FILES}
          label="Recording"
          busy={audio.busy}
          onFiles={audio.send}
        >
          {draft.audio_url === '' ? 'Upload' : 'Replace'}
        </FileButton>
      </div>
      {audio.failure ? <Banner tone="bad">{audio.failure}</Banner> : null}
      {draft.audio_url === '' ? null : (
        <>
          <RecordingPreview
            address={draft.audio_url}
            title={draft.title}
            seconds={draft.duration}
          />
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

/** Of the recording as it was sent, also while its levelled copy is used. */
function RecordingName({ address }: { address: string }) {
  const { data: recording } = useRecording(address);
  const name = useFileName(recording?.path ?? address);
  return (
    <b className="small a-name">
      <bdi>{name ?? '\u00a0'}</bdi>
    </b>
  );
}
