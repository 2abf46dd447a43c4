import { AArrowDown, AArrowUp } from 'lucide-react';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import {
  countSentences,
  readTranscript,
  type TranscriptParagraph,
  type TranscriptSentence,
} from '#contract/constants/tracks/transcript.ts';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { usePlayer } from '#renderer/data/playback.ts';
import { readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import { useAlive } from '#renderer/lib/hooks/use-alive.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useReadAlong } from './use-read-along.ts';
import './read-along.css';

const SIZES = ['usual', 'large', 'larger'] as const;
const sizeKey = textKey('readingSize', SIZES);

interface ReadAlongProps {
  track: PlayerTrack;
  transcript: string;
  /** False without access: the text does not follow. */
  canHear: boolean;
}

/**
 * The transcript of a track; with timings it follows the playback, and sentences are links to their
 * position.
 */
export function ReadAlong({ track, transcript, canHear }: ReadAlongProps) {
  const [kept, setSize] = useState(() => readDevice(sizeKey) ?? 'usual');
  const size = useAlive() ? kept : 'usual';
  const paragraphs = useMemo(() => readTranscript(transcript), [transcript]);
  const timings = track.transcript_timings;
  const isTimed = canHear && timings?.length === countSentences(transcript);
  const step = (by: number) => {
    const next = SIZES[SIZES.indexOf(size) + by] ?? size;
    setSize(next);
    writeDevice(sizeKey, next);
  };
  return (
    <details className="player-read">
      <summary>Read along</summary>
      <fieldset className="player-size">
        <legend className="visually-hidden">Size of the text</legend>
        <IconButton
          icon={AArrowDown}
          label="Smaller text"
          disabled={size === SIZES[0]}
          onClick={() => step(-1)}
        />
        <IconButton
          icon={AArrowUp}
          label="Larger text"
          disabled={size === SIZES.at(-1)}
          onClick={() => step(1)}
        />
      </fieldset>
      <div className="player-words" data-size={size}>
        {isTimed ? (
          <TimedText track={track} paragraphs={paragraphs} timings={timings} />
        ) : (
          <Text paragraphs={paragraphs} sentence={({ text }) => text} />
        )}
      </div>
    </details>
  );
}

interface TimedTextProps {
  track: PlayerTrack;
  paragraphs: readonly TranscriptParagraph[];
  timings: TranscriptTimings;
}

function TimedText({ track, paragraphs, timings }: TimedTextProps) {
  const player = usePlayer();
  const { sounding, soundingRef } = useReadAlong(track, timings);
  const sentence = ({ text, index }: TranscriptSentence) => {
    const start = timings[index]?.start ?? 0;
    const isSounding = index === sounding;
    const handleClick = (event: MouseEvent) => {
      event.preventDefault();
      player.seek(track, start, 'player');
    };
    return (
      <a
        href={`#t=${start}`}
        aria-current={isSounding ? 'true' : undefined}
        ref={isSounding ? soundingRef : null}
        onClick={handleClick}
      >
        {text}
      </a>
    );
  };
  return <Text paragraphs={paragraphs} sentence={sentence} />;
}

interface TextProps {
  paragraphs: readonly TranscriptParagraph[];
  sentence: (sentence: TranscriptSentence) => ReactNode;
}

function Text({ paragraphs, sentence }: TextProps) {
  return paragraphs.map(({ sentences, reference }, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and refrains repeat.
    <p key={number}>
      {sentences.map((one) => (
        <span key={one.index}>{sentence(one)} </span>
      ))}
      {reference}
    </p>
  ));
}
