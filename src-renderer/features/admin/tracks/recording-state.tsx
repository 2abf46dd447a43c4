import { useEffect, useRef } from 'react';
import type { Recording } from '#contract/rows/recordings.ts';
import { Button } from '#renderer/components/button.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { describeFormat, describeLoudness } from './recording-words.ts';
import type { TrackDraft } from './track-form.ts';
import { useMeasureRecording, useRecording } from './use-recording.ts';

interface RecordingStateProps {
  draft: TrackDraft;
  onChange: (part: Partial<TrackDraft>) => void;
  onMoved: (copy: string) => void;
}

/** What was measured in the recording, what became of it, and the choice between original and copy. */
export function RecordingState({ draft, onChange, onMoved }: RecordingStateProps) {
  const address = draft.audio_url;
  const { data: recording, isPending } = useRecording(address);
  const measure = useMeasureRecording();
  useFollowCopy(recording, address, onMoved);
  // Kept elsewhere on the web, or not known yet.
  if (!address.startsWith('/') || isPending) return null;

  const isLevelledUsed = address === recording?.levelled_path;
  const other = isLevelledUsed ? recording?.path : recording?.levelled_path;
  const canMeasure = !recording || recording.state === 'failed' || recording.state === 'no_ffmpeg';
  const seconds = recording?.seconds ? Math.max(1, Math.round(recording.seconds)) : undefined;
  const isLengthWrong = seconds !== undefined && Math.abs(seconds - draft.duration) > 1;
  return (
    <div className="a-recording">
      <p className="small quiet num" role="status">
        {recording ? `${describeFormat(recording)}. ` : 'Not measured yet. '}
        {recording ? describeLoudness(recording, isLevelledUsed) : null}
      </p>
      {isLengthWrong ? (
        <p className="small num">
          The track says {formatClock(draft.duration)}, the recording lasts {formatClock(seconds)}.
        </p>
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
        {canMeasure ? (
          <Button
            small
            look="soft"
            busy={measure.isPending && 'Asking...'}
            onClick={() => measure.mutate(recording?.path ?? address)}
          >
            {recording ? 'Try again' : 'Measure it'}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The server has moved the track to the copy while it was being edited: saving must not move it back. */
function useFollowCopy(
  recording: Recording | null | undefined,
  address: string,
  onMoved: (copy: string) => void,
) {
  const before = useRef(recording?.state);
  useEffect(() => {
    const wasUnderWay = before.current === 'levelling' || before.current === 'measured';
    before.current = recording?.state;
    if (!wasUnderWay || recording?.state !== 'levelled') return;
    if (address === recording.path && recording.levelled_path) onMoved(recording.levelled_path);
  });
}
