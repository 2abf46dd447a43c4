import type { Dashboard } from '#contract/calls/dashboard.ts';

/** A list that is its own table: title, count, and a bar for the eye. */
export function MostPlayed({ tracks }: { tracks: Dashboard['plays']['mostPlayed'] }) {
  const most = tracks[0]?.plays ?? 0;
  if (most === 0) return <p className="quiet">Nothing was played in these days.</p>;
  return (
    <ol className="split">
      {tracks.map(({ id, title, plays }) => (
        <li key={id}>
          <span>{title}</span>
          <b className="num">
            {plays}
            <span className="sr"> plays</span>
          </b>
          <i style={{ '--w': `${(plays / most) * 100}%` }} />
        </li>
      ))}
    </ol>
  );
}
