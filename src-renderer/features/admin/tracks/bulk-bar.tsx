import type { TrackValues } from '#contract/calls/admin/track-changes.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { AUDIO_CATEGORIES } from '#contract/constants/tracks/tracks.ts';
import { Button } from '#renderer/components/button.tsx';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { formatCount, formatNumber } from '../shared/format.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { DeleteTracks } from './delete-tracks.tsx';
import { enabledValues } from './editor/use-update-track.ts';
import { findIds, type TrackView } from './tracks.resource.tsx';
import { type Undoable, useChangeTracks, useDeleteTracks } from './use-change-tracks.ts';

interface BulkBarProps {
  chosen: ReadonlySet<number>;
  view: TrackView;
  /** The number of tracks that match the filter of `view`. */
  total: number;
  onChoose: (ids: readonly number[]) => void;
  /** Called with a completed action, or with nothing to clear the selection. */
  onDone: (action?: Undoable) => void;
}

export function BulkBar({ chosen, view, total, onChoose, onDone }: BulkBarProps) {
  const change = useChangeTracks();
  const remove = useDeleteTracks();
  const chooseAll = useAdminAction('track-ids', (backend) => findIds(backend, view), {
    failed: 'Nothing was chosen',
  });
  const count = formatCount(chosen.size, 'track', 'tracks');
  const isBusy = change.isPending || remove.isPending;
  useAnnounced(`${count} chosen`);

  const run = (what: string, values: TrackValues) =>
    change.mutate({ chosen, text: `${count} ${what}`, values }, { onSuccess: onDone });
  const handleChange = (value: string) => {
    const category = AUDIO_CATEGORIES.find((one) => one === value);
    if (category) run(`moved to ${category}`, { category });
    else if (value) run(`made ${value}`, { is_premium: value === 'premium' });
  };

  return (
    <section className="bulk" aria-label="Chosen tracks">
      <p className="tabular-numbers">{change.isPending ? 'Saving...' : `${count} chosen`}</p>
      {chosen.size < total ? (
        <Button
          small
          look="line"
          busy={chooseAll.isPending && 'Choosing...'}
          onClick={() => chooseAll.mutate(undefined, { onSuccess: onChoose })}
        >
          Choose all {formatNumber(total)} that match
        </Button>
      ) : null}
      <Button small disabled={isBusy} onClick={() => run('switched on', enabledValues(true))}>
        Switch on
      </Button>
      <ConfirmButton
        label="Switch off"
        look="soft"
        small
        disabled={isBusy}
        title={`Switch off ${count}?`}
        onConfirm={() => run('switched off', enabledValues(false))}
      >
        <p>
          They disappear from every playlist at once. Users who are listening can hear a track to
          its end. Nothing is lost: switched on again, the tracks return to their places.
        </p>
      </ConfirmButton>
      <select
        className="pick"
        aria-label="Change the chosen tracks"
        value=""
        disabled={isBusy}
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
      <DeleteTracks
        chosen={chosen}
        what={count}
        label="Delete"
        action={`Delete ${count}`}
        look="soft"
        small
        busy={remove.isPending && 'Deleting...'}
        // One request deletes at most this many rows.
        disabled={isBusy || chosen.size > LIMITS.writtenRows}
        onConfirm={() => remove.mutate({ chosen, text: `${count} deleted` }, { onSuccess: onDone })}
      />
      {chosen.size > LIMITS.writtenRows ? (
        <p className="small">
          At most {formatNumber(LIMITS.writtenRows)} tracks can be deleted at once.
        </p>
      ) : null}
      <Button small look="line" onClick={() => onDone()}>
        Clear the selection
      </Button>
    </section>
  );
}
