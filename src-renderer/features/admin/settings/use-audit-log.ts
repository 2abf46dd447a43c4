import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { NAMED_ADMIN } from '#contract/words/audit.ts';
import { LIMITS } from '#contract/words/limits.ts';
import type { Tables } from '#renderer/lib/backend.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';
import { AUDIT_HEADER, toAuditLine } from './audit-csv.ts';

export const AUDIT_PER_PAGE = 50;

export interface AuditFilter {
  /** A table, or what else was done something to: 'backups'. Empty for all. */
  readonly table: string;
  readonly actor: '' | 'admin' | 'server';
  /** Days in UTC, `2026-11-21`; both included. */
  readonly from: string;
  readonly to: string;
}

const SERVER = ['system', 'schedule', 'levelling'];
/** By the password of the area, or under a name. */
const BY_ADMIN = `actor.in.(service_role,admin),actor.like.${NAMED_ADMIN}*`;

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
  const parts = [AUDIT_HEADER];
  for await (const entries of readAll(tables, filter)) parts.push(...entries.map(toAuditLine));
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="audit-log.csv"',
  };
  await saveFile(new Response(parts.join(''), { headers }));
}

/** Page after page, each from where the last one ended: what is written meanwhile moves nothing. */
async function* readAll(tables: Tables, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  for (let last: number | undefined; ; ) {
    const narrowed = narrow(tables.from('audit_log').select('*'), filter);
    const older = last === undefined ? narrowed : narrowed.lt('id', last);
    const { data } = await older
      .order('id', { ascending: false })
      .limit(LIMITS.pageRows)
      .throwOnError();
    yield data;
    last = data.at(-1)?.id;
    if (last === undefined || data.length < LIMITS.pageRows) return;
  }
}

/** What a filter needs of a query, whatever it selects. */
interface Narrowed<Query> {
  eq(column: 'table_name', value: string): Query;
  in(column: 'actor', values: readonly string[]): Query;
  or(filters: string): Query;
  gte(column: 'created_at', value: string): Query;
  lte(column: 'created_at', value: string): Query;
}

function narrow<Query extends Narrowed<Query>>(entries: Query, filter: AuditFilter): Query {
  let query = entries;
  if (filter.table !== '') query = query.eq('table_name', filter.table);
  if (filter.actor === 'server') query = query.in('actor', SERVER);
  if (filter.actor === 'admin') query = query.or(BY_ADMIN);
  if (filter.from !== '') query = query.gte('created_at', `${filter.from}T00:00:00Z`);
  if (filter.to !== '') query = query.lte('created_at', `${filter.to}T23:59:59.999Z`);
  return query;
}
