import { FileAudio } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { usePermissions } from '#renderer/features/admin/admin-permissions.ts';
import type { PendingWork } from '#renderer/features/admin/shared/use-admin-form.ts';
import { formatLength } from '#renderer/lib/format.ts';
import { FileButton } from './file-button.tsx';
import { FromAddress } from './from-address.tsx';
import { RecordingPreview } from './recording-preview.tsx';
import type { TrackDraft } from './track-form.ts';
import { useFileName } from './use-file-name.ts';
import { useRecording } from './use-recording.ts';
import { useReplaceFile } from './use-replace-file.ts';

export const AUDIO_FILES = '.mp3,.m4a,.m4b,.mp4,.aac,.wav,.flac,.ogg,.opus,.aiff,.aif,audio/*';

interface RecordingFieldProps {
  draft: TrackDraft;
  pending: PendingWork;
  onChange: (part: Partial<TrackDraft>) => void;
}

/**
 * The recording with a player. A new file is stored beside the old one, so current listeners are
 * not interrupted.
 */
export function RecordingField({ draft, pending, onChange }: RecordingFieldProps) {
  // Roles without write access have a player above the disabled form instead.
  const mayWrite = usePermissions()('write content');
  const audio = useReplaceFile('audio', pending, ({ path, durationSeconds, tags }) => {
    onChange({
      audio_url: path,
      duration: Math.max(1, Math.round(durationSeconds ?? 0)),
      // Timings fit only the recording they were tapped with.
      transcript_timings: null,
      chapters: tags?.chapters ?? null,
      ...(draft.title.trim() === '' && tags?.title ? { title: tags.title } : {}),
      ...(draft.image_url === null && tags?.cover ? { image_url: tags.cover } : {}),
    });
  });
  return (
    <>
      <div className="file">
        <Icon of={FileAudio} />
        <div>
          {draft.audio_url === '' ? (
            <b className="small">No recording yet</b>
          ) : (
            <>
              <RecordingName address={draft.audio_url} />
              <p className="tiny tabular-numbers">{formatLength(draft.duration)}</p>
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
      <FromAddress
        label="Address of the recording"
        isBusy={audio.busy !== false}
        onFetch={audio.fetchFrom}
      />
      {audio.failure ? <Banner tone="bad">{audio.failure}</Banner> : null}
      {draft.audio_url === '' || !mayWrite ? null : (
        <RecordingPreview address={draft.audio_url} title={draft.title} seconds={draft.duration} />
      )}
    </>
  );
}

/** The original recording's name, even if the track uses the normalised copy. */
function RecordingName({ address }: { address: string }) {
  const { data: recording } = useRecording(address);
  const name = useFileName(recording?.path ?? address);
  return (
    <b className="small admin-name">
      <bdi>{name ?? '\u00a0'}</bdi>
    </b>
  );
}
