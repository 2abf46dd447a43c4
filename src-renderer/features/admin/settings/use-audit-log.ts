import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';

export const AUDIT_PER_PAGE = 50;

export interface AuditFilter {
  /** A table, or what else was done something to: 'backups'. Empty for all. */
  readonly table: string;
  readonly actor: '' | 'admin' | 'server';
  /** Days in UTC, `2026-11-21`; both included. */
  readonly from: string;
  readonly to: string;
}

const ACTORS = { admin: ['service_role', 'admin'], server: ['system', 'schedule', 'levelling'] };

/** Newest first. */
export function useAuditLog(filter: AuditFilter, page: number) {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'audit_log', filter, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<AuditEntry>> => {
      let query = tables.from('audit_log').select('*', { count: 'exact' });
      if (filter.table !== '') query = query.eq('table_name', filter.table);
      if (filter.actor !== '') query = query.in('actor', ACTORS[filter.actor]);
      if (filter.from !== '') query = query.gte('created_at', `${filter.from}T00:00:00Z`);
      if (filter.to !== '') query = query.lte('created_at', `${filter.to}T23:59:59.999Z`);
      return readPage(query.order('id', { ascending: false }), {
        page,
        perPage: AUDIT_PER_PAGE,
        signal,
      });
    },
  });
}
