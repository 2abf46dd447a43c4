import type { NeedsResponse } from '#contract/calls/admin/needs.ts';
import { OWNER_NEEDS } from '#contract/constants/owner-needs.ts';
import { Link } from '#renderer/components/link.tsx';
import { useAdminQuery } from '../shared/use-admin-query.ts';

const REFRESH_MS = 15_000;

export const useNeeds = () =>
  useAdminQuery(['needs'], ({ call }, { signal }) => call('getNeeds', { signal }), {
    refetchInterval: REFRESH_MS,
    // A setting may have been saved since the last visit.
    refetchOnMount: 'always',
    refreshOn: ['deletion_requests', 'settings', 'support_tickets'],
  });

/** Lists everything that needs the owner's action, and content that is still an example. */
export function NeedsYou({ data }: Pick<ReturnType<typeof useNeeds>, 'data'>) {
  if (!data) return null;
  return (
    <>
      {data.needs.length > 0 ? <Needs needs={data.needs} /> : null}
      {data.examples.length > 0 ? <Examples examples={data.examples} /> : null}
    </>
  );
}

function Needs({ needs }: Pick<NeedsResponse, 'needs'>) {
  return (
    <section className="card admin-needs" aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you ({needs.length})</h2>
      <ul className="admin-list">
        {needs.map(({ name, text }) => (
          <li key={text}>
            <p>{text}</p>
            <Link to={OWNER_NEEDS[name].to}>{OWNER_NEEDS[name].action}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Examples({ examples }: Pick<NeedsResponse, 'examples'>) {
  return (
    <details className="card admin-examples">
      <summary>Examples that visitors still see ({examples.length})</summary>
      <p className="small quiet">Replace or remove them.</p>
      <ul>
        {examples.map(({ label, to }) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
