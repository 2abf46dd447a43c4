import type { MeasureRecording } from '#contract/calls/admin/measure-recording.ts';
import type { AudioKind } from '#contract/constants/tracks/tracks.ts';
import {
  defaultKbits,
  LISTENING_KBITS,
  MONO_KBITS,
  type Recording,
} from '#contract/rows/recordings.ts';
import { Button } from '#renderer/components/button.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useAdminCall } from '#renderer/features/admin/shared/use-admin-action.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { DownloadLink } from './download-link.tsx';
import { describeFormat, describeLoudness, isProcessing } from './recording-messages.ts';
import type { TrackDraft } from './track-form.ts';
import { useRecording } from './use-recording.ts';

interface RecordingStateProps {
  draft: TrackDraft;
  onChange: (part: Partial<TrackDraft>) => void;
}

export function RecordingState({ draft, onChange }: RecordingStateProps) {
  const address = draft.audio_url;
  const { data: recording, isPending } = useRecording(address);
  const measure = useAdminCall('recordings', 'measureRecording');
  const stop = useAdminCall('recordings', 'stopRecording');
  const error = measure.error ?? stop.error;
  // Nothing to show for a file hosted elsewhere, or before the first response.
  if (!address.startsWith('/') || isPending) return null;

  const isLevelledUsed = address === recording?.levelled_path;
  const alternative = isLevelledUsed ? recording?.path : recording?.levelled_path;
  const isRunning = recording ? isProcessing(recording) : false;
  const canMeasure = !recording || (!isRunning && (!recording.peaks || isUnfinished(recording)));
  return (
    <div className="admin-recording">
      <p className="small quiet tabular-numbers">
        {recording ? (
          <RecordingSummary recording={recording} isLevelledUsed={isLevelledUsed} />
        ) : (
          'Loudness not measured.'
        )}
      </p>
      {recording && isRunning ? (
        <progress aria-label="Work on the recording" value={recording.progress ?? undefined} />
      ) : null}
      {recording?.seconds && recording.state !== 'no_ffmpeg' ? (
        <RecordingQuality
          recording={recording}
          kind={draft.kind}
          onChoose={(input) => measure.mutate({ input })}
        />
      ) : null}
      {error ? <Banner tone="bad">{error.message}</Banner> : null}
      <div className="row">
        {alternative ? (
          <Button small look="soft" onClick={() => onChange({ audio_url: alternative })}>
            {isLevelledUsed ? 'Use the original' : 'Use the levelled copy'}
          </Button>
        ) : null}
        <DownloadLink address={recording?.path ?? address}>Download the original</DownloadLink>
        {canMeasure ? (
          <Button
            small
            look="soft"
            busy={measure.isPending && 'Starting...'}
            onClick={() => measure.mutate({ input: { path: recording?.path ?? address } })}
          >
            {recording ? 'Try again' : 'Measure loudness'}
          </Button>
        ) : null}
        {recording && isRunning ? (
          <Button
            small
            look="line"
            busy={stop.isPending && 'Stopping...'}
            onClick={() => stop.mutate({ input: { path: recording.path } })}
          >
            Stop
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface RecordingQualityProps {
  recording: Recording;
  kind: AudioKind;
  onChoose: (input: MeasureRecording) => void;
}

/** The bitrate for streaming; the original is always kept. */
function RecordingQuality({ recording, kind, onChoose }: RecordingQualityProps) {
  const { path, wanted_kbits: wanted } = recording;
  return (
    <SelectField
      label="Size for listening"
      hint="Choosing another size makes a new copy of the original at once."
      value={wanted ?? ''}
      options={[
        { value: '', label: `Default for its kind: ${describeKbits(defaultKbits(kind))}` },
        ...LISTENING_KBITS.map((kbits) => ({
          value: String(kbits),
          label: describeKbits(kbits),
        })),
      ]}
      onChoose={(value) =>
        onChoose({ path, kbits: LISTENING_KBITS.find((kbits) => String(kbits) === value) ?? null })
      }
    />
  );
}

const describeKbits = (kbits: number) =>
  `${kbits} kbit/s${kbits > MONO_KBITS ? '' : ', one channel'}`;

interface RecordingSummaryProps {
  recording: Recording;
  isLevelledUsed: boolean;
}

function RecordingSummary({ recording, isLevelledUsed }: RecordingSummaryProps) {
  const loudness = describeLoudness(recording, isLevelledUsed);
  // Announces the end of the processing, not each step.
  useAnnounced(isProcessing(recording) ? null : loudness, { isOnlyNews: true });
  return `${describeFormat(recording)}. ${loudness}`;
}

const isUnfinished = ({ state, is_stopped }: Recording) =>
  is_stopped || state === 'failed' || state === 'no_ffmpeg';
