import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { usePreviewAddress, useRecording } from './use-recording.ts';
import { Waveform } from './waveform.tsx';

interface RecordingPreviewProps {
  address: string;
  title: string;
  /** For who has to know where it stands. */
  ref?: Ref<HTMLAudioElement | null>;
}

/** Heard here before anybody else can; apart from the player, which goes on with what it plays. */
export function RecordingPreview({ address, title, ref }: RecordingPreviewProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [share, setShare] = useState(0);
  const source = usePreviewAddress(address);
  const recording = useRecording(address).data;
  useImperativeHandle<HTMLAudioElement | null, HTMLAudioElement | null>(ref, () => audio.current);
  if (source === undefined) return null;
  const seconds = recording?.seconds ?? 0;
  const handleSeek = (wanted: number) => {
    if (!audio.current) return;
    audio.current.currentTime = wanted * seconds;
    setShare(wanted);
  };
  return (
    <div className="a-listen">
      {recording?.peaks && seconds > 0 ? (
        <Waveform peaks={recording.peaks} share={share} onSeek={handleSeek} />
      ) : null}
      {/* biome-ignore lint/a11y/useMediaCaption: its words are the transcript, a field of the same form. */}
      <audio
        ref={audio}
        className="a-preview"
        controls
        preload="none"
        src={source}
        aria-label={`Listen to ${title}`}
        onTimeUpdate={({ currentTarget }) => setShare(currentTarget.currentTime / (seconds || 1))}
      />
    </div>
  );
}
