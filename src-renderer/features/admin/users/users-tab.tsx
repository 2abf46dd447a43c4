import type { User } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#renderer/lib/format.ts';
import { AdminHead } from '../admin-head.tsx';
import { useAdminBackend } from '../admin-session.ts';
import { type AdminRows, AdminTable } from '../admin-table.tsx';

export function UsersTab() {
  const { people } = useAdminBackend();
  const query = useQuery({
    queryKey: ['admin', 'users'],
    queryFn: async (): Promise<AdminRows<User>> => {
      const { data, error } = await people.listUsers({ page: 1, perPage: 50 });
      if (error) throw error;
      return { rows: data.users, total: data.total };
    },
  });
  return (
    <>
      <AdminHead title="Users" />
      <AdminTable
        caption="Users"
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Email', cell: ({ email }) => email },
          { header: 'Since', cell: ({ created_at }) => formatDate(created_at) },
          {
            header: 'Last sign-in',
            cell: ({ last_sign_in_at }) => (last_sign_in_at ? formatDate(last_sign_in_at) : '–'),
          },
          {
            header: 'State',
            cell: ({ banned_until, email_confirmed_at }) => (
              <State isBanned={Boolean(banned_until)} isConfirmed={Boolean(email_confirmed_at)} />
            ),
          },
        ]}
      />
    </>
  );
}

function State({ isBanned, isConfirmed }: { isBanned: boolean; isConfirmed: boolean }) {
  if (isBanned) return <span className="badge bad">Banned</span>;
  if (isConfirmed) return <span className="badge good">Confirmed</span>;
  return <span className="badge wait">Unconfirmed</span>;
}
