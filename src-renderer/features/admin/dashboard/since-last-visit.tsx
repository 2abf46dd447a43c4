import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import { Link } from '#renderer/components/link.tsx';
import { usePermissions } from '../admin-permissions.ts';
import { formatCount, formatMoment } from '../shared/format.ts';

const NEWS = [
  { name: 'people', labels: ['new person', 'new people'], area: 'people', to: '/admin/users' },
  {
    name: 'tickets',
    labels: ['ticket', 'tickets'],
    area: 'support',
    to: '/admin/users?part=tickets',
  },
  { name: 'favorites', labels: ['favorite', 'favorites'], area: undefined, to: '' },
  {
    name: 'deletions',
    labels: ['deletion request', 'deletion requests'],
    area: 'privacy',
    to: '/admin/users?part=privacy',
  },
] as const;

/** Changes since the admin's last visit; renders nothing on the first. */
export function SinceLastVisit({ since }: { since: Dashboard['since'] }) {
  const may = usePermissions();
  if (since === null) return null;
  const news = NEWS.filter(({ name }) => since[name] > 0);
  return (
    <section className="card admin-since" aria-labelledby="since-last-visit">
      <h2 id="since-last-visit">Since your last visit</h2>
      <p className="small quiet">Last visit: {formatMoment(since.at)}</p>
      {news.length === 0 ? (
        <p>No new people, tickets, favorites or deletion requests.</p>
      ) : (
        <ul>
          {news.map(({ name, labels, area, to }) => {
            const text = formatCount(since[name], labels[0], labels[1]);
            const isOpen = area !== undefined && may(`read ${area}`);
            return <li key={name}>{isOpen ? <Link to={to}>{text}</Link> : text}</li>;
          })}
        </ul>
      )}
    </section>
  );
}
