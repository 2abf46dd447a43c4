import type { TrackMove } from '#contract/calls/track-order.ts';
import { Button } from '#renderer/components/button.tsx';
import { aloud } from '#renderer/lib/aloud.ts';
import { useMoveTrack } from './use-track-writes.ts';

interface MovedBarProps {
  id: number;
  title: string;
  /** Where it stood before. */
  goal: TrackMove;
  onDone: () => void;
}

/** The way back from the last move; it stays in sight and pushes nothing away. */
export function MovedBar({ id, title, goal, onDone }: MovedBarProps) {
  const move = useMoveTrack();
  const handleBack = () => {
    aloud.say(`${title} is back where it was`, 'move');
    onDone();
  };
  return (
    <section className="bulk" aria-label="Last move">
      <p>{title} was moved.</p>
      <Button
        small
        look="soft"
        busy={move.isPending && 'Moving...'}
        onClick={() => move.mutate({ id, title, goal }, { onSuccess: handleBack })}
      >
        Undo
      </Button>
      <Button small look="line" onClick={onDone}>
        Close
      </Button>
    </section>
  );
}
