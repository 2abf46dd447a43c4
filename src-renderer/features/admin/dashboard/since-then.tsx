import type { Dashboard } from '#contract/calls/dashboard.ts';
import { Link } from '#renderer/lib/router.tsx';
import { formatMoment } from '../shared/format-moment.ts';

/** What happened while she was away; nothing at her first visit. */
export function SinceThen({ since }: { since: Dashboard['since'] }) {
  if (since === null) return null;
  const news = [
    { count: since.people, one: 'new person', all: 'new people', to: '/admin/users' },
    { count: since.tickets, one: 'ticket', all: 'tickets', to: '/admin/users?part=tickets' },
    { count: since.favorites, one: 'favourite', all: 'favourites', to: undefined },
    {
      count: since.deletions,
      one: 'deletion request',
      all: 'deletion requests',
      to: '/admin/users?part=privacy',
    },
  ].filter(({ count }) => count > 0);
  return (
    <section className="card a-since" aria-labelledby="since-then">
      <h2 id="since-then">Since your last visit</h2>
      <p className="small quiet">You came in on {formatMoment(since.at)}.</p>
      {news.length === 0 ? (
        <p>Nothing new: nobody came, wrote or asked for anything.</p>
      ) : (
        <ul>
          {news.map(({ count, one, all, to }) => {
            const text = `${count.toLocaleString('en-GB')} ${count === 1 ? one : all}`;
            return <li key={one}>{to ? <Link to={to}>{text}</Link> : text}</li>;
          })}
        </ul>
      )}
    </section>
  );
}
