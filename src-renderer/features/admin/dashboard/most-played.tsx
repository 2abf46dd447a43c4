import type { CSSProperties } from 'react';
import type { Dashboard } from '#contract/admin-dashboard.ts';

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
          {/* A custom property is not among the properties React's types know. */}
          <i style={{ '--w': `${(plays / most) * 100}%` } as CSSProperties} />
        </li>
      ))}
    </ol>
  );
}
