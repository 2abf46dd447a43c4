import { ConfirmButton, type ConfirmButtonProps } from '../shared/confirm-button.tsx';
import { useAdminQuery } from '../shared/use-admin-query.ts';

interface DeleteTracksProps extends Omit<ConfirmButtonProps, 'title' | 'children'> {
  chosen: ReadonlySet<number>;
  /** '4 tracks', or a title. */
  what: string;
}

export function DeleteTracks({ chosen, what, ...button }: DeleteTracksProps) {
  return (
    <ConfirmButton title={`Delete ${what}?`} isDestructive {...button}>
      <RelatedCounts chosen={chosen} />
      <p>
        You can undo this until your next change or until you leave this page, but favorites, plays
        and positions are lost. To keep them, switch off instead.
      </p>
    </ConfirmButton>
  );
}

/** Counts the favorites and plays that the deletion removes for good. */
function RelatedCounts({ chosen }: { chosen: ReadonlySet<number> }) {
  const ids = [...chosen];
  const { data, error } = useAdminQuery(
    ['related', ids],
    async (backend, { signal }) => {
      const counts = await backend.call('countTracks', { input: { ids }, signal });
      return [
        { what: 'favorites', count: counts.favorites },
        { what: 'plays in the log', count: counts.plays },
        { what: 'saved listening positions', count: counts.positions },
      ];
    },
    { gcTime: 0 },
  );
  if (error) return <p>Favorites and plays could not be counted: {error.message}</p>;
  if (!data) return <p>Counting...</p>;
  return (
    <ul>
      {data.map(({ what, count }) => (
        <li key={what}>
          <b className="tabular-numbers">{count}</b> {what}
        </li>
      ))}
    </ul>
  );
}
