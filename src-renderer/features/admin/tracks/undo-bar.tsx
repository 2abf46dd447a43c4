import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { formatNumber } from '../shared/format.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import type { Undoable } from './use-change-tracks.ts';

/** Offers to undo the last action; sticky, so it does not shift the layout. */
export function UndoBar({ action, onClose }: { action: Undoable; onClose: () => void }) {
  const { label, text } = action;
  const undo = useAdminAction('tracks', (backend, of: Undoable) => of.undo(backend), {
    failed: 'Undo failed',
  });
  // The undo of an earlier action may be pending.
  const isPending = undo.isPending && undo.variables === action;
  // The list announces moves itself.
  useAnnounced(label === 'Last move' ? null : text);
  const handleUndone = (result: string | number) => {
    if (typeof result === 'string') toast.success(result);
    else toast.error('Not everything was undone', describeKept(result));
    onClose();
  };
  return (
    <section className="bulk" aria-label={label}>
      <p className="tabular-numbers">{text}</p>
      <Button
        small
        look="soft"
        busy={isPending && 'Undoing...'}
        onClick={() => undo.mutate(action, { onSuccess: handleUndone })}
      >
        Undo
      </Button>
      <Button small look="line" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}

const describeKept = (kept: number) =>
  kept === 1
    ? '1 track was changed since and stays as it is.'
    : `${formatNumber(kept)} tracks were changed since and stay as they are.`;
