import { useState } from 'react';
import { AUDIO_CATEGORIES } from '#contract/words/tracks.ts';
import { Button } from '#renderer/components/button.tsx';
import { useAnnounced } from '#renderer/lib/use-announced.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { DeleteTracks } from './delete-tracks.tsx';
import { type BulkDone, type BulkValues, useBulk } from './use-bulk.ts';
import { switched } from './use-track-writes.ts';

interface BulkBarProps {
  chosen: ReadonlySet<number>;
  /** With what was done, or without when none are to be chosen. */
  onDone: (done?: BulkDone) => void;
}

/** What can be done with all chosen tracks; it stays in sight while the list scrolls. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<'off' | 'delete'>();
  const bulk = useBulk();
  const ids = [...chosen];
  const count = chosen.size === 1 ? '1 track' : `${chosen.size} tracks`;
  useAnnounced(`${count} chosen`);

  const run = (what: string, values?: BulkValues) => {
    setAsked(undefined);
    const text = `${count} ${what}`;
    bulk.mutate(values ? { ids, text, values } : { ids, text }, { onSuccess: onDone });
  };
  const handleChange = (value: string) => {
    const category = AUDIO_CATEGORIES.find((one) => one === value);
    if (category) run(`moved to ${category}`, { category });
    else if (value) run(`made ${value}`, { is_premium: value === 'premium' });
  };

  return (
    <section className="bulk" aria-label="Chosen tracks">
      <p className="num">{count} chosen</p>
      <Button
        small
        onClick={() => run('switched on', switched(true))}
        busy={bulk.isPending && 'Saving...'}
      >
        Switch on
      </Button>
      <Button small look="soft" disabled={bulk.isPending} onClick={() => setAsked('off')}>
        Switch off
      </Button>
      <select
        className="pick"
        aria-label="Change the chosen tracks"
        value=""
        disabled={bulk.isPending}
        onChange={({ target }) => handleChange(target.value)}
      >
        <option value="">Change...</option>
        <optgroup label="Access">
          <option value="premium">Premium</option>
          <option value="free">Free</option>
        </optgroup>
        <optgroup label="Category">
          {AUDIO_CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </optgroup>
      </select>
      <Button small look="soft" disabled={bulk.isPending} onClick={() => setAsked('delete')}>
        Delete
      </Button>
      <Button small look="line" onClick={() => onDone()}>
        Choose none
      </Button>
      {asked === 'off' ? (
        <ConfirmDialog
          title={`Switch off ${count}?`}
          action="Switch off"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => run('switched off', switched(false))}
        >
          <p>
            They leave every playlist at once. Whoever is listening to one of them hears it to its
            end. Nothing is lost: switched on again, they are where they were.
          </p>
        </ConfirmDialog>
      ) : null}
      {asked === 'delete' ? (
        <DeleteTracks
          ids={ids}
          count={count}
          isBusy={bulk.isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => run('deleted')}
        />
      ) : null}
    </section>
  );
}
