import { Play, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  addChapter,
  type Chapter,
  MAX_CHAPTER_TITLE,
  MAX_CHAPTERS,
} from '#contract/constants/tracks/chapters.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { logWarning } from '#renderer/lib/log.ts';
import { RecordingPreview } from './recording-preview.tsx';
import { tappedPosition } from './tap-along.tsx';

interface ChaptersFieldProps {
  recording: string;
  title: string;
  /** The duration to show until the audio has loaded. */
  seconds: number;
  chapters: readonly Chapter[] | null;
  error: string | undefined;
  onChange: (chapters: Chapter[] | null) => void;
}

export function ChaptersField(props: ChaptersFieldProps) {
  const { recording, title, seconds, chapters, error, onChange } = props;
  const audio = useRef<HTMLAudioElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [isMarking, setMarking] = useState(false);
  const all = chapters ?? [];
  if (recording === '') return null;
  const change = (next: readonly Chapter[]) => onChange(next.length > 0 ? [...next] : null);
  const handleMark = () => {
    const start = tappedPosition(audio.current);
    change(addChapter(all, { start, title: `Part ${all.length + 1}` }));
  };
  return (
    <fieldset className="admin-tap">
      <legend className="visually-hidden">Chapters</legend>
      <p className="small">
        {all.length === 0
          ? 'No chapters. The player lists chapters with the time at which each begins.'
          : 'The player lists these chapters. A press on one plays from its beginning.'}
      </p>
      {isMarking ? (
        <>
          <RecordingPreview
            ref={audio}
            address={recording}
            title={`${title} while marking`}
            seconds={seconds}
          />
          <Button disabled={all.length >= MAX_CHAPTERS} onClick={handleMark}>
            A chapter begins now
          </Button>
        </>
      ) : null}
      <ol className="admin-list">
        {all.map((chapter, index) => (
          <ChapterRow
            // biome-ignore lint/suspicious/noArrayIndexKey: chapters are identified by index; the name is being edited.
            key={index}
            number={index + 1}
            chapter={chapter}
            error={chapter.title.trim() === '' ? error : undefined}
            onListen={isMarking ? () => listenFrom(audio.current, chapter.start) : undefined}
            onRename={(name) => change(all.with(index, { ...chapter, title: name }))}
            onRemove={() => {
              change(all.toSpliced(index, 1));
              // Keeps the focus in the form when no chapter is left.
              if (all.length === 1) toggle.current?.focus();
            }}
          />
        ))}
      </ol>
      <div className="row">
        <Button ref={toggle} look="line" onClick={() => setMarking(!isMarking)}>
          {isMarking ? 'Done marking' : 'Mark chapters'}
        </Button>
      </div>
    </fieldset>
  );
}

interface ChapterRowProps {
  number: number;
  chapter: Chapter;
  error: string | undefined;
  /** Absent while no player is open. */
  onListen: (() => void) | undefined;
  onRename: (title: string) => void;
  onRemove: () => void;
}

function ChapterRow({ number, chapter, error, onListen, onRename, onRemove }: ChapterRowProps) {
  const time = formatClock(chapter.start);
  return (
    <li className="admin-chapter">
      <TextField
        label={`Chapter ${number}, ${time}`}
        maxLength={MAX_CHAPTER_TITLE}
        value={chapter.title}
        error={error}
        onChange={(event) => onRename(event.target.value)}
      />
      {onListen ? (
        <IconButton icon={Play} label={`Listen from ${time}`} onClick={onListen} />
      ) : null}
      <IconButton icon={Trash2} label={`Remove chapter ${number}`} onClick={onRemove} />
    </li>
  );
}

function listenFrom(audio: HTMLAudioElement | null, start: number): void {
  if (!audio) return;
  audio.currentTime = start;
  audio.play().catch((error: unknown) => logWarning('the preview', error));
}
