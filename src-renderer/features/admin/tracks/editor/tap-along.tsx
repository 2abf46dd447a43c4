import { useRef, useState } from 'react';
import { readTranscript } from '#contract/constants/tracks/transcript.ts';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import { Button } from '#renderer/components/button.tsx';
import { RecordingPreview } from './recording-preview.tsx';

/** People tap a little after they hear the sentence start. */
const TAP_DELAY_SECONDS = 0.2;

/** The position that a tap means, rounded to hundredths of a second. */
export function tappedPosition(audio: HTMLAudioElement | null): number {
  const heard = Math.max(0, (audio?.currentTime ?? 0) - TAP_DELAY_SECONDS);
  return Math.round(heard * 100) / 100;
}

interface TapAlongProps {
  recording: string;
  title: string;
  transcript: string;
  timings: TranscriptTimings | null;
  onChange: (timings: TranscriptTimings | null) => void;
}

/** Records when each sentence begins, by tapping. Without timings the text does not scroll. */
export function TapAlong({ recording, title, transcript, timings, onChange }: TapAlongProps) {
  const [isTapping, setTapping] = useState(false);
  const sentences = readTranscript(transcript).flatMap((paragraph) =>
    paragraph.sentences.map(({ text }) => text),
  );
  if (recording === '' || sentences.length === 0) return null;
  if (isTapping) {
    const handleDone = (tapped?: TranscriptTimings) => {
      setTapping(false);
      if (tapped) onChange(tapped);
    };
    return (
      <Tapping recording={recording} title={title} sentences={sentences} onDone={handleDone} />
    );
  }
  return (
    <div className="admin-tap">
      <p className="small">{describe(timings, sentences.length)}</p>
      <div className="row">
        <Button look="line" onClick={() => setTapping(true)}>
          Time the text
        </Button>
        {timings ? (
          <Button look="line" onClick={() => onChange(null)}>
            Clear timings
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function describe(timings: TranscriptTimings | null, sentences: number): string {
  if (!timings) return 'Read along does not scroll: the sentences have no times yet.';
  if (timings.length === sentences) return `Read along follows all ${sentences} sentences.`;
  return `Read along does not scroll: ${timings.length} sentences have times, and the transcript has ${sentences}.`;
}

interface TappingProps {
  recording: string;
  title: string;
  sentences: readonly string[];
  /** Gets all timings, or nothing when cancelled. */
  onDone: (timings?: TranscriptTimings) => void;
}

function Tapping({ recording, title, sentences, onDone }: TappingProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [starts, setStarts] = useState<readonly number[]>([]);
  const next = sentences[starts.length];
  const handleTap = () => {
    // After seeking back, a sentence must not begin before the previous one.
    const start = Math.max(starts.at(-1) ?? 0, tappedPosition(audio.current));
    const all = [...starts, start];
    if (all.length === sentences.length) onDone(all.map((one) => ({ start: one })));
    else setStarts(all);
  };
  return (
    <div className="admin-tap">
      <p className="small">
        Play the recording, and tap whenever the sentence below begins. {starts.length} of{' '}
        {sentences.length} done.
      </p>
      <RecordingPreview ref={audio} address={recording} title={`${title} while tapping`} />
      <p aria-live="polite">
        <b>{next}</b>
      </p>
      <Button onClick={handleTap}>It begins now</Button>
      <div className="row">
        <Button
          look="line"
          disabled={starts.length === 0}
          onClick={() => setStarts(starts.slice(0, -1))}
        >
          Undo the last tap
        </Button>
        <Button look="line" onClick={() => onDone()}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
