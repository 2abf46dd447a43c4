import { useEffect } from 'react';
import type { Recording } from '#contract/rows/recordings.ts';
import { Button } from '#renderer/components/button.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { useAnnounced } from '#renderer/lib/use-announced.ts';
import { DownloadLink } from './download-link.tsx';
import { RecordingQuality } from './recording-quality.tsx';
import { describeFormat, describeLoudness, isBeingDone } from './recording-words.ts';
import type { TrackDraft } from './track-form.ts';
import { useMeasureRecording, useRecording, useStopRecording } from './use-recording.ts';

interface RecordingStateProps {
  draft: TrackDraft;
  /** Just uploaded here: what is known of the same file from before is used at once. */
  isNew: boolean;
  onChange: (part: Partial<TrackDraft>) => void;
}

/** What was measured in the recording, what became of it, and the choice between original and copy. */
export function RecordingState({ draft, isNew, onChange }: RecordingStateProps) {
  const address = draft.audio_url;
  const { data: recording, isPending } = useRecording(address);
  const measure = useMeasureRecording();
  const stop = useStopRecording();
  const copy = isNew && address === recording?.path ? recording.levelled_path : null;
  useEffect(() => {
    if (copy) onChange({ audio_url: copy });
  });
  // Kept elsewhere on the web, or not known yet.
  if (!address.startsWith('/') || isPending) return null;

  const isLevelledUsed = address === recording?.levelled_path;
  const other = isLevelledUsed ? recording?.path : recording?.levelled_path;
  const isUnderWay = recording ? isBeingDone(recording) : false;
  const canMeasure = !recording || (!isUnderWay && (!recording.peaks || isIncomplete(recording)));
  const seconds = recording?.seconds ? Math.max(1, Math.round(recording.seconds)) : undefined;
  const isLengthWrong = seconds !== undefined && Math.abs(seconds - draft.duration) > 1;
  return (
    <div className="a-recording">
      <p className="small quiet num">
        {recording ? (
          <Known recording={recording} isLevelledUsed={isLevelledUsed} />
        ) : (
          'Not measured yet.'
        )}
      </p>
      {isLengthWrong ? (
        <p className="small num">
          The track says {formatClock(draft.duration)}, the recording lasts {formatClock(seconds)}.
        </p>
      ) : null}
      {recording && isUnderWay ? (
        <progress aria-label="Work on the recording" value={recording.progress ?? undefined} />
      ) : null}
      {recording?.seconds && recording.state !== 'no_ffmpeg' ? (
        <RecordingQuality recording={recording} kind={draft.kind} onChoose={measure.mutate} />
      ) : null}
      {measure.isError ? <p className="small">{measure.error.message}</p> : null}
      <div className="row">
        {isLengthWrong ? (
          <Button small look="soft" onClick={() => onChange({ duration: seconds })}>
            Use {formatClock(seconds)}
          </Button>
        ) : null}
        {other ? (
          <Button small look="soft" onClick={() => onChange({ audio_url: other })}>
            {isLevelledUsed ? 'Use the original' : 'Use the levelled copy'}
          </Button>
        ) : null}
        <DownloadLink address={recording?.path ?? address}>Download the original</DownloadLink>
        {canMeasure ? (
          <Button
            small
            look="soft"
            busy={measure.isPending && 'Asking...'}
            onClick={() => measure.mutate({ path: recording?.path ?? address })}
          >
            {recording ? 'Try again' : 'Measure it'}
          </Button>
        ) : null}
        {recording && isUnderWay ? (
          <Button
            small
            look="line"
            busy={stop.isPending && 'Stopping...'}
            onClick={() => stop.mutate(recording.path)}
          >
            Stop
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface KnownProps {
  recording: Recording;
  isLevelledUsed: boolean;
}

function Known({ recording, isLevelledUsed }: KnownProps) {
  const loudness = describeLoudness(recording, isLevelledUsed);
  // The end of the work is news, and not each step of it.
  useAnnounced(isBeingDone(recording) ? null : loudness, { isOnlyNews: true });
  return `${describeFormat(recording)}. ${loudness}`;
}

const isIncomplete = ({ state, is_stopped }: Recording) =>
  is_stopped || state === 'failed' || state === 'no_ffmpeg';
