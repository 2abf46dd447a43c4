import { type Ref, type SyntheticEvent, useImperativeHandle, useRef, useState } from 'react';
import { PlayButton } from '#renderer/components/play-button.tsx';
import { SeekSlider } from '#renderer/components/seek-slider.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { logWarning } from '#renderer/lib/log.ts';
import { usePreviewAddress, useRecording } from './use-recording.ts';
import { Waveform } from './waveform.tsx';

type AudioEvent = SyntheticEvent<HTMLAudioElement>;

interface RecordingPreviewProps {
  address: string;
  title: string;
  /** The duration to show until the audio has loaded. */
  seconds?: number;
  /** For callers that need the playback position. */
  ref?: Ref<HTMLAudioElement | null>;
}

/** Plays the unpublished recording, independent of the main player. */
export function RecordingPreview({ address, title, seconds = 0, ref }: RecordingPreviewProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playback, setPlayback] = useState({ position: 0, duration: 0, isPlaying: false });
  const source = usePreviewAddress(address);
  const recording = useRecording(address).data;
  useImperativeHandle<HTMLAudioElement | null, HTMLAudioElement | null>(ref, () => audio.current);
  if (source === undefined) return null;
  const duration = playback.duration || (recording?.seconds ?? seconds);
  const handleSeek = (position: number) => {
    if (!audio.current) return;
    audio.current.currentTime = position;
    setPlayback((before) => ({ ...before, position }));
  };
  const handlePress = () => {
    if (audio.current?.paused === false) audio.current.pause();
    // Errors are shown under the recording, from the server's check.
    else audio.current?.play().catch((error: unknown) => logWarning('the preview', error));
  };
  const update = ({ currentTarget: { currentTime, duration: length, paused } }: AudioEvent) =>
    setPlayback({
      position: currentTime,
      duration: Number.isFinite(length) ? length : 0,
      isPlaying: !paused,
    });
  return (
    <div className="admin-listen">
      {recording?.peaks && duration > 0 ? (
        <Waveform
          peaks={recording.peaks}
          share={playback.position / duration}
          onSeek={(share) => handleSeek(share * duration)}
        />
      ) : null}
      <div className="recording-preview">
        <PlayButton tone="soft" sounding={playback.isPlaying} title={title} onClick={handlePress} />
        <SeekSlider
          position={playback.position}
          duration={duration}
          disabled={duration === 0}
          onSeek={handleSeek}
        />
        <span className="time">{`${formatClock(playback.position)} / ${formatClock(duration)}`}</span>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is a field of the same form. */}
      <audio
        ref={audio}
        preload="none"
        src={source}
        aria-label={`Listen to ${title}`}
        onTimeUpdate={update}
        onDurationChange={update}
        onPlay={update}
        onPause={update}
      />
    </div>
  );
}
