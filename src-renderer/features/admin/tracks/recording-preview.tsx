import type { Ref } from 'react';
import { usePreviewAddress } from './use-recording.ts';

interface RecordingPreviewProps {
  address: string;
  title: string;
  /** For who has to know where it stands. */
  ref?: Ref<HTMLAudioElement>;
}

/** Heard here before anybody else can; apart from the player, which goes on with what it plays. */
export function RecordingPreview({ address, title, ref }: RecordingPreviewProps) {
  const source = usePreviewAddress(address);
  if (source === undefined) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: its words are the transcript, a field of the same form.
    <audio
      ref={ref}
      className="a-preview"
      controls
      preload="none"
      src={source}
      aria-label={`Listen to ${title}`}
    />
  );
}
