import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/rows/audit-log.ts';
import type { Tables } from '#renderer/lib/backend.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
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
    queryFn: ({ signal }): Promise<ListPage<AuditEntry>> => {
      const entries = tables.from('audit_log').select('*', { count: 'exact' });
      return readPage(narrow(entries, filter).order('id', { ascending: false }), {
        page,
        perPage: AUDIT_PER_PAGE,
        signal,
      });
    },
  });
}

/** All that the filter lets through, as a file for a spreadsheet; throws with the server's sentence. */
export async function saveAuditLog(tables: Tables, filter: AuditFilter): Promise<void> {
  const columns = 'created_at, actor, action, table_name, row_id, before, after';
  const entries = narrow(tables.from('audit_log').select(columns), filter);
  const { data, error } = await entries.order('id', { ascending: false }).csv();
  if (error) throw new Error(error.message);
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="audit-log.csv"',
  };
  await saveFile(new Response(data, { headers }));
}

/** What a filter needs of a query, whatever it selects. */
interface Narrowed<Query> {
  eq(column: 'table_name', value: string): Query;
  in(column: 'actor', values: readonly string[]): Query;
  gte(column: 'created_at', value: string): Query;
  lte(column: 'created_at', value: string): Query;
}

function narrow<Query extends Narrowed<Query>>(entries: Query, filter: AuditFilter): Query {
  let query = entries;
  if (filter.table !== '') query = query.eq('table_name', filter.table);
  if (filter.actor !== '') query = query.in('actor', ACTORS[filter.actor]);
  if (filter.from !== '') query = query.gte('created_at', `${filter.from}T00:00:00Z`);
  if (filter.to !== '') query = query.lte('created_at', `${filter.to}T23:59:59.999Z`);
  return query;
}
