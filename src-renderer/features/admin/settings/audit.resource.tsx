import { AUDIT_SUBJECTS, NAMED_ADMIN } from '#contract/constants/audit.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { readEmails } from '../account-emails.ts';
import type { AdminBackend } from '../admin-session.ts';
import { readPage, readRow } from '../resource/read-page.ts';
import type { Resource } from '../resource/resource.ts';
import { formatMoment } from '../shared/format.ts';
import { AUDIT_HEADER, toAuditLine } from './audit-csv.ts';
import { accountOf, actionName, actorName, changedFields, entryName } from './audit-messages.ts';

interface AuditFilters extends Record<string, string> {
  /** A table, or another type of entry: 'backups'. Empty for all. */
  readonly type: string;
  readonly actor: '' | 'admin' | 'server';
  /** Dates in the admin's time zone, both inclusive. */
  readonly from: string;
  readonly to: string;
}

interface NamedEntry extends AuditEntry {
  readonly name: string | undefined;
}

export const auditResource: Resource<NamedEntry, AuditFilters> = {
  name: 'audit_log',
  caption: 'Audit log',
  label: ['change', 'changes'],
  area: 'log',
  keyOf: ({ id }) => id,
  title: { header: 'What', of: actionName },
  columns: [
    {
      header: 'Which',
      showFrom: 'medium',
      cell: ({ name, row_id }) => name ?? <code>{row_id}</code>,
    },
    { header: 'Who', showFrom: 'wide', cell: ({ actor }) => actorName(actor) },
    {
      header: 'When',
      sortBy: 'id',
      showFrom: 'wide',
      cell: ({ created_at }) => formatMoment(created_at),
    },
  ],
  filters: {
    type: {
      label: 'Type',
      as: 'pick',
      options: [
        { value: '', label: 'Everything' },
        ...Object.entries(AUDIT_SUBJECTS).map(([value, { all }]) => ({ value, label: all })),
      ],
    },
    actor: {
      label: 'Person',
      as: 'pick',
      options: [
        { value: '', label: 'Anyone' },
        { value: 'admin', label: 'The admin' },
        { value: 'server', label: 'The server, automatically' },
      ],
    },
    from: { label: 'From', as: 'date' },
    to: { label: 'To', as: 'date' },
  },
  defaultSort: { by: 'id', isDescending: true },
  empty: () => ({ title: 'No such changes' }),
  async read({ filters, ...wanted }, { tables, call }, signal) {
    const entries = selectEntries(tables, filters, { count: 'exact' });
    const { rows, total } = await readPage(entries, wanted, signal);
    return { rows: await withNames(rows, call, signal), total };
  },
  detail: {
    param: 'entry',
    async read(id, { tables, call }, signal) {
      const one = await readRow(tables.from('audit_log').select(), id, signal);
      return one && ((await withNames([one], call, signal))[0] ?? null);
    },
    panel: (entry) => <Entry entry={entry} />,
    isReadOnly: true,
  },
  export: {
    label: 'Save these as CSV',
    async save({ filters }, { tables }) {
      const parts = [AUDIT_HEADER];
      for await (const entries of readAll(tables, filters)) parts.push(...entries.map(toAuditLine));
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit-log.csv"',
      };
      await saveFile(new Response(parts.join(''), { headers }));
    },
  },
};

/** Adds names of rows and email addresses of accounts, which the log does not contain. */
async function withNames(
  entries: readonly AuditEntry[],
  call: AdminBackend['call'],
  signal: AbortSignal,
): Promise<NamedEntry[]> {
  const ids = [...new Set(entries.flatMap((entry) => accountOf(entry) ?? []))];
  const emails = await readEmails(call, ids, signal);
  return entries.map((entry) => ({
    ...entry,
    name: entryName(entry) ?? emails.get(accountOf(entry) ?? ''),
  }));
}

/** Keyset pagination, so that new entries do not shift the pages. */
async function* readAll(
  tables: AdminBackend['tables'],
  filters: AuditFilters,
): AsyncGenerator<AuditEntry[]> {
  for (let last: number | undefined; ; ) {
    const entries = selectEntries(tables, filters);
    const older = last === undefined ? entries : entries.lt('id', last);
    const { data } = await older
      .order('id', { ascending: false })
      .limit(LIMITS.pageRows)
      .throwOnError();
    yield data;
    last = data.at(-1)?.id;
    if (last === undefined || data.length < LIMITS.pageRows) return;
  }
}

const SERVER_ACTORS = ['system', 'schedule', 'levelling'];
/** Matches the area's password and admins with their own account. */
const BY_ADMIN = `actor.in.(service_role,admin),actor.like.${NAMED_ADMIN}*`;

const toUtc = (local: string): string => new Date(local).toISOString();

function selectEntries(
  tables: AdminBackend['tables'],
  filters: AuditFilters,
  options: { count?: 'exact' } = {},
) {
  let query = tables.from('audit_log').select('*', options);
  if (filters.type !== '') query = query.eq('table_name', filters.type);
  if (filters.actor === 'server') query = query.in('actor', SERVER_ACTORS);
  if (filters.actor === 'admin') query = query.or(BY_ADMIN);
  if (filters.from !== '') query = query.gte('created_at', toUtc(`${filters.from}T00:00:00`));
  if (filters.to !== '') query = query.lte('created_at', toUtc(`${filters.to}T23:59:59.999`));
  return query;
}

function Entry({ entry }: { entry: NamedEntry }) {
  const fields = changedFields(entry);
  return (
    <>
      <p className="small quiet">
        {actorName(entry.actor)}, {formatMoment(entry.created_at)},{' '}
        {entry.name ? `${entry.name}, ` : null}
        <code>{entry.row_id}</code>
      </p>
      {fields.length === 0 ? <p>No fields changed.</p> : null}
      <dl className="admin-facts admin-changed">
        {fields.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            {before === '' ? null : (
              <dd>
                <span className="visually-hidden">Before: </span>
                <del>{before}</del>
              </dd>
            )}
            {after === '' ? null : (
              <dd>
                <span className="visually-hidden">After: </span>
                <ins>{after}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </>
  );
}
