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
  const audio = useRef<HTMLAudioElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  /** Tapped so far; undefined while not tapping. */
  const [starts, setStarts] = useState<readonly number[]>();
  const sentences = readTranscript(transcript).flatMap((paragraph) =>
    paragraph.sentences.map(({ text }) => text),
  );
  if (recording === '' || sentences.length === 0) return null;
  const handleDone = (tapped: TranscriptTimings | null) => {
    onChange(tapped);
    setStarts(undefined);
    // The pressed button disappears, so the toggle gets the focus.
    toggle.current?.focus();
  };
  const handleTap = (before: readonly number[]) => {
    // After seeking back, a sentence must not begin before the previous one.
    const start = Math.max(before.at(-1) ?? 0, tappedPosition(audio.current));
    const all = [...before, start];
    if (all.length === sentences.length) handleDone(all.map((one) => ({ start: one })));
    else setStarts(all);
  };
  return (
    <div className="admin-tap">
      {starts ? (
        <>
          <p className="small">
            Play the recording, and tap whenever the sentence below begins. {starts.length} of{' '}
            {sentences.length} done.
          </p>
          <RecordingPreview ref={audio} address={recording} title={`${title} while tapping`} />
          <p aria-live="polite">
            <b>{sentences[starts.length]}</b>
          </p>
          <Button onClick={() => handleTap(starts)}>It begins now</Button>
        </>
      ) : (
        <p className="small">{describe(timings, sentences.length)}</p>
      )}
      <div className="row">
        {starts ? (
          <Button
            look="line"
            disabled={starts.length === 0}
            onClick={() => setStarts(starts.slice(0, -1))}
          >
            Undo the last tap
          </Button>
        ) : null}
        <Button ref={toggle} look="line" onClick={() => setStarts(starts ? undefined : [])}>
          {starts ? 'Cancel' : 'Time the text'}
        </Button>
        {timings && !starts ? (
          <Button look="line" onClick={() => handleDone(null)}>
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
