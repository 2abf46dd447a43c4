import { useState } from 'react';
import type { AuditEntry } from '#contract/audit-log.ts';
import { SelectField, TextField } from '#renderer/components/field.tsx';
import { DataTable } from '../shared/data-table.tsx';
import { ListState } from '../shared/list-state.tsx';
import { Pager } from '../shared/pager.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { actorName, changedFields } from './audit-words.ts';
import { AUDIT_PER_PAGE, type AuditFilter, useAuditLog } from './use-audit-log.ts';

const ALL: AuditFilter = { table: '', actor: '', from: '', to: '' };
/** What the admin area changes; the log names each by its table. */
const SUBJECTS: readonly (readonly [string, string])[] = [
  ['', 'Everything'],
  ['audio_content', 'Tracks'],
  ['users', 'People'],
  ['subscriptions', 'Subscriptions'],
  ['centre_codes', 'Codes'],
  ['notifications', 'Notifications'],
  ['support_tickets', 'Tickets'],
  ['deletion_requests', 'Deletion requests'],
  ['newsletter_subscribers', 'Newsletter'],
  ['settings', 'Settings'],
  ['kiosks', 'Kiosks'],
  ['mails', 'Test mails'],
  ['backups', 'Backups'],
];

/** Who changed what, from what to what. */
export function AuditLog() {
  const [filter, setFilter] = useState(ALL);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<AuditEntry>();
  const query = useAuditLog(filter, page);
  const change = (part: Partial<AuditFilter>) => {
    setFilter({ ...filter, ...part });
    setPage(0);
  };
  return (
    <div className="a-split">
      <div className="stack">
        <Filters filter={filter} onChange={change} />
        <ListState query={query} emptyTitle="No such changes">
          {({ rows, total }) => (
            <>
              <DataTable
                caption="Audit log"
                rows={rows}
                keyOf={({ id }) => id}
                openKey={open?.id}
                columns={[
                  {
                    header: 'What',
                    cell: (row) => (
                      <button type="button" className="a-open" onClick={() => setOpen(row)}>
                        {row.action.toLowerCase()} {row.table_name}
                      </button>
                    ),
                  },
                  { header: 'Which', cell: ({ row_id }) => <code>{row_id}</code> },
                  { header: 'Who', cell: ({ actor }) => actorName(actor) },
                  { header: 'When', cell: ({ created_at }) => momentOf(created_at) },
                ]}
              />
              <Pager
                page={page}
                perPage={AUDIT_PER_PAGE}
                total={total}
                what={total === 1 ? 'change' : 'changes'}
                onPage={setPage}
              />
            </>
          )}
        </ListState>
      </div>
      {open ? (
        <SidePanel
          key={open.id}
          title={`${open.action.toLowerCase()} ${open.table_name}`}
          onClose={() => setOpen(undefined)}
        >
          <Entry entry={open} />
        </SidePanel>
      ) : null}
    </div>
  );
}

interface FiltersProps {
  filter: AuditFilter;
  onChange: (part: Partial<AuditFilter>) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className="a-filters">
      <SelectField
        label="Of what"
        value={filter.table}
        onChange={(event) => onChange({ table: event.target.value })}
      >
        {SUBJECTS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="By whom"
        value={filter.actor}
        onChange={({ target: { value } }) =>
          onChange({ actor: value === 'admin' || value === 'server' ? value : '' })
        }
      >
        <option value="">Anybody</option>
        <option value="admin">The admin</option>
        <option value="server">The server, by itself</option>
      </SelectField>
      <TextField
        label="From"
        type="date"
        value={filter.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={filter.to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry);
  return (
    <>
      <p className="small quiet">
        {actorName(entry.actor)}, {momentOf(entry.created_at)}, <code>{entry.row_id}</code>
      </p>
      {fields.length === 0 ? <p>No field of it changed.</p> : null}
      <dl className="a-facts a-changed">
        {fields.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            {before === '' ? null : (
              <dd>
                <span className="sr">Before: </span>
                <del>{before}</del>
              </dd>
            )}
            {after === '' ? null : (
              <dd>
                <span className="sr">After: </span>
                <ins>{after}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </>
  );
}

/** '2026-11-21 03:07', in UTC as everything in the log. */
function momentOf(iso: string): string {
  return new Date(iso).toISOString().slice(0, 16).replace('T', ' ');
}
