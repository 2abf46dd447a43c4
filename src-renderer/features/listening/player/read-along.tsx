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
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useReadAlong } from './use-read-along.ts';
import './read-along.css';

const SIZES = ['usual', 'large', 'larger'] as const;
const sizeKey = textKey('readingSize', SIZES);

interface ReadAlongProps {
  track: PlayerTrack;
  transcript: string;
  /** False for a locked track, whose text does not follow the playback. */
  hasAccess: boolean;
}

/**
 * The transcript of a track. With timings it follows the playback, and each sentence is a link to
 * its position.
 */
export function ReadAlong({ track, transcript, hasAccess }: ReadAlongProps) {
  const [stored, setSize] = useState(() => readDevice(sizeKey) ?? 'usual');
  const size = useHydrated() ? stored : 'usual';
  const paragraphs = useMemo(() => readTranscript(transcript), [transcript]);
  const timings = track.transcript_timings;
  const isTimed = hasAccess && timings?.length === countSentences(transcript);
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
          <Text paragraphs={paragraphs} renderSentence={({ text }) => text} />
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
  const { current, currentRef } = useReadAlong(track, timings);
  const renderSentence = ({ text, index }: TranscriptSentence) => {
    const start = timings[index]?.start ?? 0;
    const isCurrent = index === current;
    const handleClick = (event: MouseEvent) => {
      event.preventDefault();
      player.seek(track, start, 'player');
    };
    return (
      <a
        href={`#t=${start}`}
        aria-current={isCurrent ? 'true' : undefined}
        ref={isCurrent ? currentRef : null}
        onClick={handleClick}
      >
        {text}
      </a>
    );
  };
  return <Text paragraphs={paragraphs} renderSentence={renderSentence} />;
}

interface TextProps {
  paragraphs: readonly TranscriptParagraph[];
  renderSentence: (sentence: TranscriptSentence) => ReactNode;
}

function Text({ paragraphs, renderSentence }: TextProps) {
  return paragraphs.map(({ sentences, reference }, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and refrains repeat.
    <p key={number}>
      {sentences.map((item) => (
        <span key={item.index}>{renderSentence(item)} </span>
      ))}
      {reference}
    </p>
  ));
}
