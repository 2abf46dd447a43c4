import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAnnounced } from '#renderer/lib/use-announced.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { switched, useUpdateTracks } from './use-track-writes.ts';

interface BulkBarProps {
  chosen: ReadonlySet<number>;
  onDone: () => void;
}

/** What can be done with all chosen tracks; it stays in sight while the list scrolls. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const [isAsking, setAsking] = useState(false);
  const update = useUpdateTracks();
  const count = chosen.size === 1 ? '1 track' : `${chosen.size} tracks`;
  useAnnounced(`${count} chosen`);

  const setEnabled = (enabled: boolean) => {
    update.mutate(
      { ids: [...chosen], values: switched(enabled) },
      {
        onSuccess: () => {
          toast.success(`${count} ${enabled ? 'switched on' : 'switched off'}`);
          onDone();
        },
      },
    );
  };

  return (
    <section className="bulk" aria-label="Chosen tracks">
      <p className="num">{count} chosen</p>
      <Button small onClick={() => setEnabled(true)} busy={update.isPending && 'Saving...'}>
        Switch on
      </Button>
      <Button small look="soft" disabled={update.isPending} onClick={() => setAsking(true)}>
        Switch off
      </Button>
      <Button small look="line" onClick={onDone}>
        Choose none
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Switch off ${count}?`}
          action="Switch off"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            setEnabled(false);
          }}
        >
          <p>
            They leave every playlist at once. Whoever is listening to one of them hears it to its
            end. Nothing is lost: switched on again, they are where they were.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
