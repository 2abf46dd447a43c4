import { useQuery } from '@tanstack/react-query';
import { Banner } from '#renderer/components/banner.tsx';
import { AdminHead } from '../admin-head.tsx';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';

interface Figure {
  readonly label: string;
  readonly count: (backend: AdminBackend) => Promise<number>;
}

const figures: readonly Figure[] = [
  { label: 'People', count: countPeople },
  { label: 'Total Tracks', count: ({ tables }) => countRows(tables.from('audio_content')) },
  { label: 'Plays', count: ({ tables }) => countRows(tables.from('user_activity')) },
  { label: 'Favorited Items', count: ({ tables }) => countRows(tables.from('favorites')) },
  {
    label: 'Open tickets',
    count: ({ tables }) => countRows(tables.from('support_tickets'), { status: 'open' }),
  },
];

export function DashboardTab() {
  const backend = useAdminBackend();
  const counts = useQuery({
    queryKey: ['admin', 'figures'],
    queryFn: () => Promise.all(figures.map(({ count }) => count(backend))),
  });
  return (
    <>
      <AdminHead title="Dashboard" />
      {counts.isError ? (
        <Banner tone="bad">The figures did not arrive: {counts.error.message}</Banner>
      ) : null}
      <dl className="stats" aria-busy={counts.isPending}>
        {figures.map(({ label }, at) => (
          <div className="stat" key={label}>
            <dt>{label}</dt>
            <dd className="num">{counts.data?.[at] ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A HEAD request: the server counts and sends no rows. */
async function countRows(
  table: ReturnType<AdminBackend['tables']['from']>,
  equal: Record<string, string> = {},
): Promise<number> {
  const { count } = await table
    .select('*', { count: 'exact', head: true })
    .match(equal)
    .throwOnError();
  return count ?? 0;
}

async function countPeople({ people }: AdminBackend): Promise<number> {
  const { data, error } = await people.listUsers({ page: 1, perPage: 1 });
  if (error) throw error;
  return data.total;
}
