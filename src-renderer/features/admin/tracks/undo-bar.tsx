import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAnnounced } from '#renderer/lib/use-announced.ts';
import { type BulkDone, useUndoBulk } from './use-bulk.ts';

/** What was done with many, and the way back; it stays in sight and pushes nothing away. */
export function UndoBar({ done, onClose }: { done: BulkDone; onClose: () => void }) {
  const undo = useUndoBulk();
  useAnnounced(done.text);
  const handleUndone = (count: number) => {
    const others = done.before.length - count;
    if (others === 0) toast.success('They are as they were');
    else toast.error('Not all are as they were', `${others} were changed since and stay so.`);
    onClose();
  };
  return (
    <section className="bulk" aria-label="Last change">
      <p className="num">{done.text}</p>
      <Button
        small
        look="soft"
        busy={undo.isPending && 'Taking back...'}
        onClick={() => undo.mutate(done, { onSuccess: handleUndone })}
      >
        Undo
      </Button>
      <Button small look="line" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}
