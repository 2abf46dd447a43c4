import { useState } from 'react';
import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { AUDIT_SUBJECTS } from '#contract/words/audit.ts';
import { Button } from '#renderer/components/button.tsx';
import { SelectField, TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { actionName, actorName, changedFields, entryName, momentOf } from './audit-words.ts';
import { AUDIT_PER_PAGE, type AuditFilter, saveAuditLog, useAuditLog } from './use-audit-log.ts';

const ALL: AuditFilter = { table: '', actor: '', from: '', to: '' };
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
        <SaveAsTable filter={filter} />
        <PagedTable
          query={query}
          emptyTitle="No such changes"
          caption="Audit log"
          keyOf={({ id }) => id}
          openKey={open?.id}
          columns={[
            openColumn<AuditEntry>('What', actionName, setOpen),
            { header: 'Which', cell: (entry) => entryName(entry) ?? <code>{entry.row_id}</code> },
            { header: 'Who', givesWay: true, cell: ({ actor }) => actorName(actor) },
            { header: 'When', givesWay: true, cell: ({ created_at }) => momentOf(created_at) },
          ]}
          page={page}
          perPage={AUDIT_PER_PAGE}
          what={['change', 'changes']}
          onPage={setPage}
        />
      </div>
      {open ? (
        <SidePanel key={open.id} title={actionName(open)} onClose={() => setOpen(undefined)}>
          <Entry entry={open} />
        </SidePanel>
      ) : null}
    </div>
  );
}

function SaveAsTable({ filter }: { filter: AuditFilter }) {
  const { tables } = useAdminBackend();
  const [isBusy, setBusy] = useState(false);
  const handleClick = async () => {
    setBusy(true);
    try {
      await saveAuditLog(tables, filter);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button look="line" small busy={isBusy && 'Preparing...'} onClick={() => void handleClick()}>
        Save these as CSV
      </Button>
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
        <option value="">Everything</option>
        {Object.entries(AUDIT_SUBJECTS).map(([value, { all }]) => (
          <option key={value} value={value}>
            {all}
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
